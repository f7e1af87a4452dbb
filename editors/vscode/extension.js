// Starts `deckcheck lsp` and hands it the files that may be decks or authored data; all else is the server's.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const LANGUAGES = ["deck", "plaintext", "markdown", "toml"];

let client;

async function activate(context) {
  const settings = workspace.getConfiguration("deckcheck");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient(
    "deckcheck",
    "deckcheck",
    { command, args, transport: TransportKind.stdio },
    {
      documentSelector: LANGUAGES.flatMap((language) => [
        { scheme: "file", language },
        { scheme: "untitled", language },
      ]),
      initializationOptions: settings,
      synchronize: { configurationSection: "deckcheck" },
    },
  );
  context.subscriptions.push({ dispose: () => client.stop() });
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
