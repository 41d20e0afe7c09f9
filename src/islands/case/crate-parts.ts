// Which pictures a crate is drawn with: body and lid of our own art, which open, or the one picture that an operator brought.

export interface CratePart {
  readonly part: 'body' | 'lid' | 'whole'
  readonly src: string
}

const FOLDER = '/assets/img/cases/'

/** The pictures of a crate, to be stacked in this order. */
export function crateParts(url: string, image: string): readonly CratePart[] {
  if (image !== `${url}.svg`) return [{ part: 'whole', src: `${FOLDER}${image}` }]
  return [
    { part: 'body', src: `${FOLDER}${url}.body.svg` },
    { part: 'lid', src: `${FOLDER}${url}.lid.svg` },
  ]
}
