/** Reserves the height of the focus bar, so that the header doesn't move when the bar loads. */
export function FocusBarRoom() {
  return <div className="h-9 touch:h-10 print:hidden" />
}
