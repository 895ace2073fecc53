import type { Reason } from '../performance-file.ts'

/** How the browser is measured, for docs/performance.md. */
export const METHOD = `Written by \`npm run bench:browser\`, in headless Chromium without a graphics card, for somebody with 1,000 open tasks and
10,000 completed ones.

- **The floor** (bench/browser/floor) is an empty React page that the same server hands out in the same way.
- **Opening**: floor and board in turn, each in a browser that has never been there and then once more in the same; from
  navigation until the frame with the first card, or the floor's one word, was painted. Medians.
- **Presses** are real input. The browser itself says how long each took until it was painted (Event Timing); a press of
  less than 16 ms counts as 16.
- **Frames** are timed in the page while a real pointer drags or the page scrolls, at the best of three times.`

/** What the pictures are that are measured for comparison. */
export const STILLS = `What the browser needs by itself, measured in the same way: the board as it was first painted, and the whole board with and
without a dialog, taken out of the running page as HTML and styles. No script draws them; one line shows the dialog, or the
board, when something is pressed.`

/** What is in the way of what falls short, by how the row begins; the first that fits. */
export const IN_THE_WAY: readonly (readonly [string, Reason])[] = [
  [
    'navigation to the board',
    {
      name: 'the code and the first drawing',
      text: 'The picture of the same first frame, without a line of script, took 1.2 to 1.3 × the floor by itself (below). Upon that come twice the floor’s code and the drawing of a thousand tasks; runs of nearly the same code went from 2.41 to 2.62. Tried, each on one core under one load: asking for the open tasks alone instead of all 11,000; a page’s code fetched before anything is drawn, where React.lazy leaves what stands in its place for 300 ms (together from 1.59 to 1.17 s); parts that are always there after the paint, and the bands in sight before the others (to 1.12 s; with that, style, layout and paint of the first frame are half of what they were); no shape of the board where the tasks come within 120 ms (100 to 150 ms). See decision 027.',
    },
  ],
  [
    'second visit',
    {
      name: 'the first drawing',
      text: 'The browser is in the way: the picture of the same first frame, opened again, took 87 ms by itself, 2.0 × the floor, which paints one word; so 1.3 × is out of reach for whatever shows a board. In the other 80 ms the code is compiled, a thousand tasks are read from IndexedDB, and React makes the elements. Tried: what is told of the row above, 0.7 s to half of that on a slower day. Nearer to the picture would come only one that is kept and shown before any script; a press on it would be lost, or have to be kept until the script is there.',
    },
  ],
  [
    'press: type',
    {
      name: 'the next frame',
      text: 'A letter is 4 to 9 ms of work; what is added is the wait for the next frame and for whatever else the two cores do.',
    },
  ],
  [
    'press: ',
    {
      name: 'painting without a graphics card',
      text: 'The browser is in the way: it paints without a graphics card here. In the picture, where no script but one line shows the same dialog or the same board, the 98th percentile was 56 and 136 ms, and 104 and 88 in the run before: ours were 96 and 48 in both, the board’s less because it is drawn in pieces. The longest task of a dialog is React’s mounting of the form, of which 15 ms are Radix reading styles: that part is ours, and the library’s. Tried: decision 030, which took a dialog from 371 to 74 ms of work, the form for a new task from 449 to 49, a tab’s longest task from 300 to 20 to 90; icons of one element and waiting lines that hold what is near the screen (a card has 20 elements instead of 35, the board 1,981 instead of 2,466). Not done: drawing the lower half of a form a frame later, since the dialog would grow under the eye.',
    },
  ],
  [
    'a change made elsewhere',
    { name: 'other work', text: 'Not told apart yet from the other work on the machine.' },
  ],
  ['drag over', { name: 'other work', text: 'Not told apart yet from the other work on the machine.' }],
  ['scroll', { name: 'other work', text: 'Not told apart yet from the other work on the machine.' }],
  [
    'heap, growth',
    {
      name: 'code and lists',
      text: 'Tried: nothing yet. Two thirds of it come in the first minutes, as code is compiled and lists are read that stay.',
    },
  ],
  [
    'Lighthouse',
    {
      name: 'a slow processor and a slow line',
      text: 'On a phone it imagines a slow line and a processor that is four times slower. The picture of the board, without a script, has 99 there, and the floor, an empty React page, 100: the points between are the code that comes over that line, and React’s first drawing of the board. They go with the machine: a slower day had 77 signed in, and 99 on a desktop. Tried, in blocking time on a desktop: the completed tasks (8 MB) read piece by piece, and what is kept written fifty rows at a time, 260 to 130 ms (one run each, and runs of the same code differ by up to 100 ms); no style or font that comes later and has 2,500 elements styled and laid out anew, 120 ms each of three times; the rest of the bands one by one; the time zone without Intl, 30 ms. See decision 027.',
    },
  ],
]
