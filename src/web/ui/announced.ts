/** Returns a state update that replaces the text of a live region. Screen readers don't announce unchanged text. */
export const announced = (text: string) => (last: string) => (last === text ? `${text}\u00A0` : text)
