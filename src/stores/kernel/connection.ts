// Whether the browser has a network. `online` and `offline` come at once, a failed call only after its attempts.
import { atom } from 'nanostores'

/** True while the browser says that it has no network. */
export const $isOffline = atom(false)

/** Follows the state of the network from now on; the shell calls it once. */
export function watchConnection(page: Pick<Window, 'addEventListener' | 'navigator'>): void {
  const read = (): void => $isOffline.set(!page.navigator.onLine)
  page.addEventListener('online', read)
  page.addEventListener('offline', read)
  read()
}

/** Calls `action` each time the network is back; returns the function that stops it. */
export function onBackOnline(action: () => void): () => void {
  return $isOffline.listen((isOffline) => {
    if (!isOffline) action()
  })
}

/** Resolves when there is a network. */
export function untilOnline(): Promise<void> {
  if (!$isOffline.get()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onBackOnline(() => {
      stop()
      resolve()
    })
  })
}
