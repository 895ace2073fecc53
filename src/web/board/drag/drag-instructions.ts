/** The id of the sentence below; every handle is described by it. */
export const DRAG_INSTRUCTIONS_ID = 'drag-instructions'

export const DRAG_INSTRUCTIONS =
  'Press Space to pick the card up, the arrow keys or 1 to 9 and 0 to choose a level, Space to drop it, Escape to cancel. Press Enter for a menu of moves.'
