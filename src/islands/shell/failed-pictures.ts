// Pictures that could not be had: each is marked, so that our own drawing stands there (layouts/failed-pictures.css) and not the
// browser's frame with a torn sheet.

const mark = (picture: Element, failed: boolean): boolean => picture.toggleAttribute('data-failed', failed)

/** Marks the pictures of a page that failed, before now or from now on; one that loads after all loses its mark. */
export function watchFailures(page: Document): void {
  const look = ({ target, type }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof SVGImageElement) mark(target, type === 'error')
  }
  // Neither event bubbles.
  page.addEventListener('error', look, true)
  page.addEventListener('load', look, true)
  for (const picture of page.images) {
    // A drawing without a size of its own is 0 wide too in some browsers: only decoding tells.
    if (picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0)
      picture.decode().catch(() => mark(picture, true))
  }
}
