import '@svar-ui/react-gantt/style.css'

import { Gantt, Willow } from '@svar-ui/react-gantt'
import { createRoot } from 'react-dom/client'

import { benchDates } from '../bench-tasks.ts'

/** Renders a number of tasks by day, with columns as wide as Tenfold's, and without fonts from another host. */
function draw(count: number): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root.')
  const tasks = benchDates(count).map(({ start, end, title }, index) => ({
    id: index + 1,
    text: title,
    start: new Date(`${start}T00:00`),
    end: new Date(`${end}T00:00`),
    progress: 20,
    type: 'task',
  }))
  createRoot(root).render(
    <Willow fonts={false}>
      <Gantt
        tasks={tasks}
        links={[]}
        scales={[{ unit: 'day', step: 1, format: '%j' }]}
        cellWidth={60}
        cellHeight={44}
      />
    </Willow>,
  )
}

Object.assign(window, { draw })
