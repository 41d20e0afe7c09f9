// Replaces single values in a JSON text and leaves everything else as it is written.
import { applyEdits, type Edit, findNodeAtLocation, parseTree } from 'jsonc-parser'

/** A value at a path that the text has. */
export type ValueEdit = readonly [path: readonly (string | number)[], value: unknown]

/**
 * Returns the text with other values, all of them found in one parse.
 *
 * @throws RangeError for a path that the text does not have
 */
export function setValues(text: string, edits: readonly ValueEdit[]): string {
  const root = parseTree(text)
  // The last edit of a path counts.
  const byPath = new Map(edits.map((edit) => [JSON.stringify(edit[0]), edit]))
  const changes = [...byPath.values()].map(([path, value]): Edit => {
    const node = root === undefined ? undefined : findNodeAtLocation(root, [...path])
    if (node === undefined) throw new RangeError(`No value at ${path.join('/')}`)
    return { offset: node.offset, length: node.length, content: JSON.stringify(value) }
  })
  return applyEdits(text, changes)
}
