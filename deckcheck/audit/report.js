"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const players = JSON.parse(byId("data-players").textContent);
  const field = JSON.parse(byId("data-field").textContent);
  const STEP = 200, MOST = 20000;

  // all text goes in as text: nothing a player wrote is ever read as markup
  function make(tag, names, ...children) {
    const node = document.createElement(tag);
    if (names) node.className = names;
    for (const child of children) if (child !== null && child !== undefined && child !== "") node.append(child);
    return node;
  }
  const number = (value) => value.toLocaleString("en");
  const deckWord = (count) => number(count) + (count === 1 ? " deck" : " decks");
  const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

  for (const [at, player] of players.entries()) {
    player.at = at;
    player.open = false;
    player.errors = player.d.reduce((sum, deck) => sum + deck.e, 0);
    player.warnings = player.d.reduce((sum, deck) => sum + deck.w, 0);
    player.what = player.d.map((deck) => deck.i.join(", ") || deck.n || deck.f).join(" / ");
    player.rules = new Set(player.d.flatMap((deck) => deck.x.map((item) => item.r)));
    player.text = [player.p, ...player.s, player.v, ...player.d.flatMap((deck) =>
      [deck.f, deck.n, ...deck.i, ...deck.x.flatMap((item) => [item.m, item.r, ...item.l.map((line) => line[1])])])]
      .join("\n").toLowerCase();
  }

  // ---- counts, rules -------------------------------------------------------------------------------------------
  const state = { find: "", verdict: "", status: "", rule: "", sort: null, down: false, limit: STEP, all: false };
  byId("judged").textContent = field.judged.join(" · ");
  for (const [kind, value, count] of field.counts) {
    const button = make("button", "", make("b", kind === "verdict" ? value : kind === "status" ? "trouble" : "", number(count)), value);
    button.type = "button";
    button.addEventListener("click", () => {
      choose({ find: "", verdict: kind === "verdict" ? value : "", status: kind === "status" ? value : "", rule: "" });
    });
    byId("counts").append(make("li", "", button));
  }
  const highest = Math.max(1, ...field.rules.map((rule) => rule[3] + rule[4]));
  for (const [rule, what, below, broken, warned] of field.rules.slice(0, 15)) {
    const bars = [["bar broken", broken], ["bar warned", warned]].map(([names, decks]) => {
      const bar = make("span", names);
      bar.style.width = (100 * decks / highest).toFixed(1) + "%";
      return decks ? bar : null;
    });
    const button = make("button", "", make("span", "what", what, below ? make("small", "", below) : ""), make("span", "bars", ...bars),
      make("span", "number", [broken ? number(broken) : "", warned ? `(${number(warned)})` : ""].filter(Boolean).join(" ")));
    button.type = "button";
    button.title = "show the players concerned";
    button.setAttribute("aria-label",
      `${what}: broken by ${deckWord(broken)}, warning on ${deckWord(warned)}; show the players concerned`);
    button.addEventListener("click", () => choose({ find: "", verdict: "", status: "", rule }));
    byId("rules").append(make("li", "", button));
  }
  if (!field.rules.length) byId("rules").append(make("li", "quiet", "No rule is broken."));

  function option(select, value) {
    const node = make("option", "", value);
    node.value = value;
    byId(select).append(node);
  }
  for (const value of new Set(players.map((player) => player.v))) if (value) option("verdict", value);
  for (const value of new Set(players.flatMap((player) => player.s))) option("status", value);
  for (const [rule] of field.rules) option("rule", rule);

  // ---- a table that sorts by its headings --------------------------------------------------------------------------
  function headings(table, columns, where, redraw) {
    const row = byId(table).tHead.rows[0];
    columns.forEach(([title, , numeric], at) => {
      const button = make("button", "", title);
      button.type = "button";
      const cell = make("th", numeric ? "number" : "", button);
      cell.scope = "col";
      button.addEventListener("click", () => {
        where.down = where.sort === at ? !where.down : Boolean(numeric);
        where.sort = at;
        [...row.cells].forEach((other) => other.removeAttribute("aria-sort"));
        cell.setAttribute("aria-sort", where.down ? "descending" : "ascending");
        redraw();
      });
      row.append(cell);
    });
  }
  function sorted(items, columns, where) {
    if (where.sort === null) return items;
    const [, value, numeric] = columns[where.sort];
    const sign = where.down ? -1 : 1;
    return [...items].sort((a, b) =>
      sign * (numeric ? value(a) - value(b) : compare(value(a), value(b))) || a.at - b.at);
  }

  // ---- players -----------------------------------------------------------------------------------------------------
  const COLUMNS = [
    ["Player", (player) => player.p, false],
    ["Verdict", (player) => player.v, false],
    ["Roster", (player) => player.s.join(", "), false],
    ["Deck", (player) => player.what, false],
    ["Errors", (player) => player.errors, true],
    ["Warnings", (player) => player.warnings, true],
  ];
  function matching() {
    const words = state.find.toLowerCase().split(/\s+/).filter(Boolean);
    return players.filter((player) =>
      (!state.verdict || player.v === state.verdict || player.d.some((deck) => deck.v === state.verdict)) &&
      (!state.status || player.s.includes(state.status)) &&
      (!state.rule || player.rules.has(state.rule)) &&
      words.every((word) => player.text.includes(word)));
  }
  function finding(item) {
    const node = make("li", "", make("span", "kind " + (item.z ? "suppressed" : item.k), (item.z ? "suppressed " : "") + item.k), " " + item.m);
    if (item.l.length) node.append(make("pre", "", item.l.map(([line, text]) => `${line} | ${text}`).join("\n")));
    const rule = field.texts[item.r];
    node.append(make("small", "", "rule: ", (rule ? rule + " · " : "") + item.r + (item.s ? " (" + item.s + ")" : "")));
    if (item.h) node.append(make("small", "", "what to do: ", item.h));
    for (const note of item.n) node.append(make("small", "", "note: ", note));
    if (item.z) node.append(make("small", "", "suppressed: ", item.z));
    return node;
  }
  function detail(player) {
    const cell = make("td");
    cell.colSpan = COLUMNS.length;
    if (player.t) cell.append(make("div", "quiet", player.t));
    for (const deck of player.d) {
      const head = make("div", "deck", make("span", "kind " + deck.v, deck.v), " ", make("b", "", deck.n), deck.n ? " · " : "", deck.f);
      cell.append(head, make("div", "quiet", [deck.i.join(", "), deck.t, deck.c].filter(Boolean).join(" · ")));
      const list = make("ul", "findings", ...deck.x.map(finding));
      if (deck.o) list.append(make("li", "quiet", `and ${number(deck.o)} more in results.jsonl`));
      if (deck.x.length) cell.append(list);
    }
    if (!player.d.length) cell.append(make("div", "quiet", "Nothing was handed in."));
    const row = make("tr", "detail", cell);
    row.id = "detail-" + player.at;
    return row;
  }
  function line(player) {
    const button = make("button", "", player.p);
    button.type = "button";
    button.dataset.at = player.at;
    const open = player.open || state.all;
    button.setAttribute("aria-expanded", String(open));
    button.setAttribute("aria-controls", "detail-" + player.at);
    const row = make("tr", "player", make("td", "who", button), make("td", "verdict " + player.v, player.v || "–"),
      make("td", player.s.includes("handed in") ? "" : "trouble", player.s.join(", ")), make("td", "", player.what),
      make("td", "number", number(player.errors)), make("td", "number", number(player.warnings)));
    button.addEventListener("click", () => {
      player.open = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(player.open));
      if (player.open) row.after(detail(player)); else byId("detail-" + player.at)?.remove();
    });
    return open ? [row, detail(player)] : [row];
  }
  function draw() {
    const found = sorted(matching(), COLUMNS, state);
    const shown = found.slice(0, state.limit);
    byId("table").tBodies[0].replaceChildren(...shown.flatMap(line));
    byId("shown").textContent = `${number(found.length)} of ${number(players.length)} players` +
      (shown.length < found.length ? `, the first ${number(shown.length)} shown` : "");
    more("more", found.length - shown.length);
  }
  function more(id, left) {
    byId(id).hidden = left <= 0;
    byId(id).textContent = `Show ${number(Math.min(left, STEP))} more`;
  }
  function choose(values) {
    Object.assign(state, values, { limit: STEP });
    for (const id of ["find", "verdict", "status", "rule"]) byId(id).value = state[id];
    draw();
    byId("players").scrollIntoView({ block: "start" });
  }
  headings("table", COLUMNS, state, draw);
  for (const id of ["find", "verdict", "status", "rule"]) {
    byId(id).addEventListener("input", () => { state[id] = byId(id).value; state.limit = STEP; draw(); });
  }
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", () => choose({ find: "", verdict: "", status: "", rule: "" }));
  byId("open").addEventListener("click", () => {
    state.all = !state.all;
    for (const player of players) player.open = false;
    byId("open").setAttribute("aria-pressed", String(state.all));
    byId("open").textContent = state.all ? "Close all" : "Open all";
    draw();
  });
  byId("more").addEventListener("click", () => { state.limit += STEP; draw(); });

  // ---- cards -------------------------------------------------------------------------------------------------------
  const cards = field.cards.map(([name, zone, decks, copies], at) => ({ name, zone, decks, copies, at, text: (name + "\n" + zone).toLowerCase() }));
  const cardState = { find: "", sort: null, down: false, limit: 50 };
  const CARD_COLUMNS = [
    ["Card", (card) => card.name, false],
    ["Zone", (card) => card.zone, false],
    ["Decks", (card) => card.decks, true],
    ["Share", (card) => card.decks, true],
    ["Copies", (card) => card.copies, true],
    ["Copies a deck", (card) => card.copies / card.decks, true],
  ];
  function drawCards() {
    const words = cardState.find.toLowerCase().split(/\s+/).filter(Boolean);
    const found = sorted(cards.filter((card) => words.every((word) => card.text.includes(word))), CARD_COLUMNS, cardState);
    const shown = found.slice(0, cardState.limit);
    byId("cards").tBodies[0].replaceChildren(...shown.map((card) => make("tr", "", make("td", "", card.name), make("td", "", card.zone),
      make("td", "number", number(card.decks)), make("td", "number", (100 * card.decks / Math.max(1, field.read)).toFixed(1) + " %"),
      make("td", "number", number(card.copies)), make("td", "number", (card.copies / card.decks).toFixed(2)))));
    more("more-cards", found.length - shown.length);
  }
  headings("cards", CARD_COLUMNS, cardState, drawCards);
  byId("find-card").addEventListener("input", () => { cardState.find = byId("find-card").value; cardState.limit = 50; drawCards(); });
  byId("more-cards").addEventListener("click", () => { cardState.limit += STEP; drawCards(); });

  // ---- keyboard, theme, print --------------------------------------------------------------------------------------
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing) { event.preventDefault(); byId("find").focus(); }
    if (event.key === "Escape" && event.target === byId("find")) choose({ find: "" });
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.matches("td.who button")) {
      const buttons = [...document.querySelectorAll("td.who button")];
      const next = buttons[buttons.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) { event.preventDefault(); next.focus(); }
    }
  });
  byId("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  let before = STEP;
  addEventListener("beforeprint", () => { before = state.limit; state.limit = MOST; draw(); });
  addEventListener("afterprint", () => { state.limit = before; draw(); });
  draw();
  drawCards();
})();
