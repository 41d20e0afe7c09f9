// Steam's photos load late or never: each is shown above our own drawing when it has loaded.

/** Shows a photo that has loaded; one that failed stays hidden. */
export function showIfLoaded(photo: HTMLImageElement | null): void {
  if (photo?.complete === true && photo.naturalWidth > 0) photo.dataset.loaded = ''
}

/** Shows the photos of a page outside of islands when they load. */
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
