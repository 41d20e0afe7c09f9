// The layout of a grid of item cards, and keyboard movement in it.

/** The least width of a card in CSS pixels: three fit side by side on a phone. */
const CARD_LEAST = 94
/** Grids from this width on have larger cards. */
const WIDE = 900
const WIDE_CARD_LEAST = 132
const GAP = 8
const COLUMNS_LEAST = 2

/** The height of a small card without its picture: padding, badges, two lines each of weapon and finish, the price. */
const WORDS_HEIGHT = 126
const NOTE_HEIGHT = 24
const CARD_PADDING = 16
/** The height of a picture divided by its width. */
const PICTURE_RATIO = 0.75

export interface GridShape {
  readonly columns: number
  /** The height of a row and the gap below it, in CSS pixels. */
  readonly rowHeight: number
}

/**
 * Returns how many cards fit side by side, and how high a row is.
 *
 * @param width of the grid in CSS pixels
 * @param hasNotes whether cards have a line below the price
 * @param scale of the reader's text: 2 for text at twice its size
 */
export function gridShape(width: number, hasNotes: boolean, scale = 1): GridShape {
  const least = (width < WIDE ? CARD_LEAST : WIDE_CARD_LEAST) * scale
  const columns = Math.max(COLUMNS_LEAST, Math.floor((width + GAP) / (least + GAP)))
  const card = (width - GAP * (columns - 1)) / columns
  const picture = Math.max(0, card - CARD_PADDING) * PICTURE_RATIO
  const words = (WORDS_HEIGHT + (hasNotes ? NOTE_HEIGHT : 0)) * scale
  return { columns, rowHeight: Math.ceil(picture + words) + GAP }
}

/**
 * Returns the card that a key moves to; null for keys that do not move.
 *
 * @param rows the number of visible rows, by which page keys move
 */
export function cardAfter(
  key: string,
  at: number,
  { count, columns, rows }: { readonly count: number; readonly columns: number; readonly rows: number },
): number | null {
  const last = count - 1
  const page = columns * Math.max(1, rows)
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return at < columns ? at : at - columns
    case 'ArrowDown':
      // A card with none below it moves to the last card.
      return at + columns <= last ? at + columns : isLastRow(at, last, columns) ? at : last
    case 'PageUp':
      return at < page ? at % columns : at - page
    case 'PageDown':
      return Math.min(last, at + page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

function isLastRow(at: number, last: number, columns: number): boolean {
  return Math.floor(at / columns) === Math.floor(last / columns)
}
