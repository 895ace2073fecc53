import { PAGE_COLORS } from '../page-colors.ts'

export const PAGE_STYLE = `${PAGE_COLORS}
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 1120px; }
h1 { margin: 0; font-size: 26px; } h2 { margin: 40px 0 8px; font-size: 20px; }
h3 { margin: 0; font-size: 16px; } h4 { margin: 16px 0 0; font-size: 13px; color: var(--fg-2); }
p { margin: 8px 0; max-width: 75ch; } b { font-size: 12px; color: var(--fg-3); }
code { font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
pre {
  margin: 8px 0; padding: 8px; background: var(--sunken); border-radius: 4px; white-space: pre-wrap;
  font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
p code, dd code { background: var(--sunken); border-radius: 4px; padding: 1px 4px; }
.skip { position: absolute; left: -9999px; } .skip:focus { position: static; }
article {
  margin: 12px 0; padding: 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
  scroll-margin-top: 16px;
}
article:target { border-color: var(--ring); }
article h3 a { color: inherit; text-decoration: none; } article h3 a:hover { text-decoration: underline; }
.call { margin: 4px 0; } .open { color: var(--fg-3); font-size: 13px; }
dl { margin: 4px 0 0; display: grid; grid-template-columns: minmax(120px, 220px) 1fr; gap: 6px 16px; }
dl dl { margin-top: 8px; padding-left: 12px; border-left: 2px solid var(--line); }
dd { margin: 0; color: var(--fg-2); }
nav p { margin: 16px 0 0; font-weight: 600; } nav ul { margin: 4px 0; padding: 0; list-style: none; columns: 260px; } nav li { padding: 2px 0; break-inside: avoid; }
@media (max-width: 639px) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 8px; } }
`
