import type { Reason } from '../performance-file.ts'

/** The method of the browser measurements, for docs/performance.md. */
export const METHOD = `Written by \`npm run bench:browser\`, in headless Chromium without a graphics card, for a user with 1,000 open and 10,000
completed tasks.

- **The baseline** (bench/browser/floor) is an empty React page from the same server.
- **Opening** alternates between baseline and board, each in a new browser and then again in the same one. The time runs from navigation
  until the frame with the first card, or with the baseline's one word, is painted. Figures are medians.
- **Clicks, taps and keys** are real input. The browser reports the time until the next paint (Event Timing); interactions under 16 ms count as 16.
- **Frames** are timed in the page while a real pointer drags or the page scrolls. The best of three runs counts.`

/** The static pages that are measured for comparison. */
export const STILLS = `These figures show the cost of the browser alone, measured in the same way. The pages are the first frame of the board, and the whole
board with and without a dialog. The static pages were saved from the running page as HTML and styles, so no script
renders them. One line of script shows the dialog or the board after a click.`

/** The reasons for missed targets, by the start of the row's name; the first match counts. */
export const IN_THE_WAY: readonly (readonly [string, Reason])[] = [
  [
    'navigation to the board',
    {
      name: 'code and first render',
      text: 'The static first frame, without any script, takes 1.2 to 1.3 × the baseline (below). The board adds twice the baseline’s code and renders a thousand tasks. Runs of nearly the same code gave 2.41 to 2.62. Improvements were measured on one core under the same load. The page requests only open tasks instead of all 11,000, and loads its code before rendering, because React.lazy shows a fallback for 300 ms. Together, these two changes reduced the time from 1.59 to 1.17 s. Rendering the visible levels first, and permanent parts after the first paint, reduced the time to 1.12 s and halved the style, layout and paint time of the first frame. If tasks arrive within 120 ms, the page shows no placeholder, which saves 100 to 150 ms. See decision 027.',
    },
  ],
  [
    'second visit',
    {
      name: 'first render',
      text: 'The browser itself is the limit. On a second visit, the static first frame alone takes 2.0 to 2.1 × the baseline, which paints a single word, so no board can reach 1.3 ×. The rest of the time goes to compiling code, reading a thousand tasks from IndexedDB and creating elements. On a slower day, the improvements in decision 027 halved the time from 0.7 s. The next step would be a saved image of the board that appears before any script runs, but clicks on it would be lost or have to wait for the script.',
    },
  ],
  [
    'interaction: type',
    {
      name: 'the next frame',
      text: 'A keystroke takes 4 to 9 ms of work. The rest is waiting for the next frame and other work on the two cores.',
    },
  ],
  [
    'interaction: ',
    {
      name: 'painting without a graphics card',
      text: 'The browser itself is the limit, because it paints without a graphics card. On the static page, one line of script shows the same dialog or board. In three runs, the 98th percentiles there were 56, 88 and 104 ms for the dialog, and 136, 112 and 88 ms for the board. Tenfold had 80 to 96 ms and 48 to 56 ms. Tenfold’s board is faster because it renders in parts. A choice at a full level moves cards in two or more levels at once, whose cards are styled, laid out and painted again. When a dialog opens, the longest task is mounting the form in React, including 15 ms in which Radix reads styles. Decision 030 reduced the work to open a dialog from 371 to 74 ms, and the work to open the form for a new task from 449 to 49 ms. A tab’s longest task went from 300 to 20–90 ms. Each icon is one element, and waiting lines render only cards near the screen: a card has 20 elements instead of 35. Rejected: rendering the lower half of a form a frame later, because the dialog would visibly grow.',
    },
  ],
  [
    'change from another browser',
    { name: 'other work', text: 'The effect of other work on the machine has not been ruled out yet.' },
  ],
  [
    'drag over',
    { name: 'other work', text: 'The effect of other work on the machine has not been ruled out yet.' },
  ],
  [
    'scroll',
    { name: 'other work', text: 'The effect of other work on the machine has not been ruled out yet.' },
  ],
  [
    'DOM nodes: 500 cards, every',
    {
      name: 'the waiting cards on screen',
      text: 'The open waiting lines add only the cards near the screen: 26 cards of 20 elements each. The board itself has 2,280 elements. It had 1,981 before the Today filter, the slack marks, the Search button and the announcement above the header were added.',
    },
  ],
  [
    'heap growth',
    {
      name: 'code and lists',
      text: 'The growth has not been reduced yet. Two thirds of the growth occurs in the first minutes and comes from compiled code and lists that stay in memory.',
    },
  ],
  [
    'Lighthouse',
    {
      name: 'a slow processor and connection',
      text: 'Lighthouse simulates a phone: a slow connection, and a processor four times slower than this machine’s. The static board scores 99 and the baseline 100. Tenfold’s lower score comes from loading its code over that connection and from the first render. Scores vary with the machine’s load: on a slower day, the board scored 77 on a phone and 99 on a desktop. Four changes reduced the blocking time on a desktop. Completed tasks (8 MB) are parsed in parts and stored fifty rows at a time. This reduced the time from 260 to 130 ms, in one run each, although runs of the same code differ by up to 100 ms. Style sheets and fonts no longer load late, because that restyled all 2,500 elements three times, for 120 ms each. Levels outside the first view are rendered one by one. The time zone is found without Intl, which saves 30 ms. See decision 027.',
    },
  ],
]
