// The picture of a crate in lists: a raster of our own drawings, which the browser would lay out one by one on the page's main thread.

export const CRATE_FOLDER = '/assets/img/cases/'

/** Tells whether the picture of a case is our own drawing, which has rasters and parts; else it is an operator's single picture. */
export const isOwnCrate = (url: string, image: string): boolean => image === `${url}.svg`

/** Returns the address of the picture of a crate of up to 96 px; `url` is that of its case. */
export const smallCrate = (url: string, image: string): string =>
  `${CRATE_FOLDER}${isOwnCrate(url, image) ? `${url}.small.webp` : image}`
