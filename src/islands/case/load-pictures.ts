// The pictures of a case's items, loaded before its first opening: the reel shows them in the frames after the tap.
import { ownPicture } from '../../game/item-photo.ts'
import type { ContentView } from '../../protocol/case.ts'
import { whenIdle } from '../../stores/kernel/when-idle.ts'

/** As many as a reel renders at once. */
const MOST = 12

/** By skin. Browsers keep a parsed drawing as long as an image has it. */
const loaded = new Map<string, HTMLImageElement>()

/** Loads the drawings of the likeliest items when the browser is idle. Most of them are in the contents below, out of sight. */
export function loadPictures(contents: readonly ContentView[]): void {
  whenIdle(() => {
    const likeliest = contents.toSorted((one, other) => other.tickets - one.tickets).slice(0, MOST)
    for (const { item } of likeliest) {
      const image = loaded.get(item.skin) ?? new Image()
      image.src = ownPicture(item.skin)
      loaded.set(item.skin, image)
    }
  })
}
