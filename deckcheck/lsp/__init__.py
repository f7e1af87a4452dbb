"""The language server: faults of deck files and of authored data where they are typed. Needs pygls (extra `[lsp]`)."""
