/** The design colors for pages without scripts; they follow the system theme. Source: src/web/tokens.css. */
export const PAGE_COLORS = `
:root {
  color-scheme: light dark;
  --bg: #fbfaf8; --surface: #ffffff; --sunken: #f4f2ee; --line: #e9e6e0;
  --fg: #1d1c1a; --fg-2: #57534c; --fg-3: #6d6961; --link: #2156ad; --ring: #1d5fd6;
  --ink: #1d1c1a; --ink-hover: #3a3833; --ink-fg: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #121211; --surface: #1a1a18; --sunken: #0c0c0b; --line: #292926;
    --fg: #edebe6; --fg-2: #b5b1a8; --fg-3: #9a968d; --link: #92b9ff; --ring: #7fb0ff;
    --ink: #edebe6; --ink-hover: #ffffff; --ink-fg: #161614;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--fg);
  font: 15px/1.55 "Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); } :focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; border-radius: 4px; }
`
