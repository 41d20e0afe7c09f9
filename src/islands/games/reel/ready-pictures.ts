// The pictures of a reel, loaded before it starts: a picture that has to be loaded is missing in the first frames of the reel.
import { useEffect } from 'react'
import { smallPicture } from '../../../game/catalogue/item-photo.ts'
import type { ContentView } from '../../../protocol/case.ts'
import { whenIdle } from '../../../stores/kernel/when-idle.ts'

/**
 * Loads the pictures of the items that a reel may show when the browser is idle, and keeps them in memory while the component is on the screen.
 *
 * @param contents undefined while it is not known
 */
export function useReadyPictures(contents: readonly ContentView[] | undefined): void {
  useEffect(() => {
    if (contents === undefined) return undefined
    let isGone = false
    const ready: HTMLImageElement[] = []
    whenIdle(() => {
      if (isGone) return
      for (const skin of new Set(contents.map(({ item }) => item.skin))) {
        if (skin === null) continue
        const picture = new Image()
        picture.src = smallPicture(skin)
        ready.push(picture)
      }
    })
    return () => {
      isGone = true
      ready.length = 0
    }
  }, [contents])
}
