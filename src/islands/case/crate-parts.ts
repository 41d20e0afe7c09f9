// The pictures of a crate: body and lid of our own drawings, or the single picture of an operator.

export interface CratePart {
  readonly part: 'body' | 'lid' | 'whole'
  readonly src: string
}

const FOLDER = '/assets/img/cases/'

/** Returns the pictures of a crate, to be stacked in this order. */
export function crateParts(url: string, image: string): readonly CratePart[] {
  if (image !== `${url}.svg`) return [{ part: 'whole', src: `${FOLDER}${image}` }]
  return [
    { part: 'body', src: `${FOLDER}${url}.body.svg` },
    { part: 'lid', src: `${FOLDER}${url}.lid.svg` },
  ]
}
