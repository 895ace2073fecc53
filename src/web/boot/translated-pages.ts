/**
 * Lets React change a page that the browser has translated. Translation moves text nodes into `font` elements, and
 * removing such a node, or inserting before it, throws in React. Source: https://github.com/facebook/react/issues/11538
 */
export function allowTranslation(): void {
  // oxlint-disable-next-line typescript/unbound-method -- Each is called with its node as `this`.
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const moved = childWith(this, child)
    if (moved) removeChild.call(this, moved)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null): T {
    insertBefore.call(this, added, next && childWith(this, next))
    return added
  }
}

/** Returns the child of `parent` that is or contains `node`; null if the node is outside `parent` or removed. */
function childWith(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
