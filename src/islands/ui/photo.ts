// Steam's photographs come late or never: each is shown when it has loaded, above our own picture.

/** Shows a photograph that has loaded; one that failed stays hidden. */
export function showIfLoaded(photo: HTMLImageElement | null): void {
  if (photo?.complete === true && photo.naturalWidth > 0) photo.dataset.loaded = ''
}

/** Does the same for all photographs of a page that no island looks after, now and when they load. */
export function watchPhotos(page: Document): void {
  for (const photo of page.querySelectorAll<HTMLImageElement>('img[data-photo]')) showIfLoaded(photo)
  page.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement && 'photo' in target.dataset) showIfLoaded(target)
    },
    true,
  )
}
