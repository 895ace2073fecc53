import { countText } from '../ui/count-text.ts'

export const panel = 'First steps'
export const hide = 'Hide these steps'
/** Spoken before a step's title. */
export const step = (number: number) => `Step ${number}: `

/** `shortText` is for phones. */
export type StepWords = { title: string; text: string; shortText?: string }

export const task = {
  title: 'Type your first task',
  text: 'It goes to level 5. You can move it anytime.',
  shortText: 'It goes to level 5. Move it anytime.',
  example: 'Call the dentist fri 9am 15m p5',
  /** Spoken before the example. */
  open: 'Add a task, such as ',
  shortExample: 'Call the dentist fri 9am',
}
export const samples = {
  title: 'Try a sample board',
  text: '12 tasks across 8 levels. You can remove them all at once.',
  shortText: '12 tasks. Remove them all at once.',
  add: 'Add sample tasks',
}
export const template = {
  title: 'Start from a template',
  text: 'Each one becomes a project you can change.',
}
export const preset = {
  title: 'Play a focus preset',
  text: 'Deep Work loops beta and gamma sounds.',
  play: 'Play Deep Work',
  /** Source: specification 9. */
  name: 'Deep Work',
}

export const taskCount = (count: number) => countText(count, 'task', 'tasks')
export const moreSteps = (count: number) => countText(count, 'more step', 'more steps')
export const show = 'Show'
export const showLess = 'Show less'
export const sampleCount = (count: number) => countText(count, 'sample task', 'sample tasks')
export const removeSamples = 'Remove samples'

export const samplesAdded = (count: number) => ({
  title: 'Sample tasks added',
  text: `${countText(count, 'task', 'tasks')}. Remove them all with the button below the board.`,
})
export const samplesNotAdded = 'Couldn’t add the sample tasks. Try again.'
export const samplesRemoved = (kept: number) => ({
  title: 'Sample tasks removed',
  text:
    kept === 0
      ? 'Only your own tasks are left.'
      : `${countText(kept, 'task', 'tasks')} you worked on ${kept === 1 ? 'was' : 'were'} kept.`,
})
export const sampleUploading =
  'The sample tasks can’t be removed while a file is being uploaded to one of them. Wait until it has finished, or cancel it.'
export const samplesNotRemoved = 'Couldn’t remove the sample tasks. Try again.'
