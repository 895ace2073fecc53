export { CardPopover } from './card-popover.tsx'
export { HandleMenu } from './handle-menu.tsx'
export { SlackMark } from './slack-mark.tsx'
export { TaskMark } from './task-mark.tsx'
