import type { User } from '#domain/account/account.ts'

import { html } from '../http/openapi/html.ts'
import { PAGE_COLORS } from '../http/page-colors.ts'

export const LOG_OUT_STYLE = `${PAGE_COLORS}
body { display: grid; min-height: 100dvh; place-items: center; padding: 16px; }
main {
  width: 100%; max-width: 400px; padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 16px;
}
h1 { margin: 0; font-size: 22px; line-height: 1.3; font-weight: 600; } p { margin: 8px 0 0; color: var(--fg-2); }
form { margin: 24px 0 16px; }
button {
  width: 100%; min-height: 44px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--ink);
  color: var(--ink-fg); font: inherit; font-weight: 500; cursor: pointer;
}
button:hover { background: var(--ink-hover); } button:focus-visible { border-radius: 8px; }
main > a { display: block; padding: 8px 0; text-align: center; }
`

/** Returns a confirmation page for logging out, with a form and no script. */
export function logOutPage({ email }: User): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Log out · Tenfold</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${{ html: `<style>${LOG_OUT_STYLE}</style>` }}
      </head>
      <body>
        <main>
          <h1>Log out of Tenfold?</h1>
          <p>You’re signed in${email === null ? null : html` as ${email}`}.</p>
          <form method="post" action="/api/logout"><button type="submit">Log out</button></form>
          <a href="/">Back to your tasks</a>
        </main>
      </body>
    </html> `.html
}
