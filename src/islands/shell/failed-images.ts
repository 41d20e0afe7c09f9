// Marks images that fail to load, so that the style sheet (layouts/failed-pictures.css) shows a drawing of ours instead of the
// browser's broken image.

const mark = (picture: Element, failed: boolean): boolean => picture.toggleAttribute('data-failed', failed)

/** Marks the images of a page that have failed or fail later; an image that loads after all loses its mark. */
export function watchFailures(page: Document): void {
  const updateMark = ({ target, type }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof SVGImageElement) mark(target, type === 'error')
  }
  // Neither event bubbles, so both are captured.
  page.addEventListener('error', updateMark, true)
  page.addEventListener('load', updateMark, true)
  for (const picture of page.images) {
    // An SVG without a size is 0 wide in some browsers too: only decoding tells whether it failed.
    if (picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0)
      picture.decode().catch(() => mark(picture, true))
  }
}
