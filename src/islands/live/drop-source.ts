// The source of a drop.

import { type DropSource, GAMES } from '../../game/base/games.ts'
import { casePath } from '../../game/cases/case-path.ts'
import type { FeedDrop } from '../../stores/live/live-drop.ts'

/** The icon of each source, and the page where its drops are won; null where there is no such page. */
const SOURCES: Readonly<Record<DropSource, { readonly icon: string; readonly path: string | null }>> = {
  ...GAMES,
  missions: { icon: 'missions', path: '/missions' },
  calendar: { icon: 'calendar', path: null },
}

/** Returns the icon of a source. */
export const sourceIcon = (type: DropSource): string => SOURCES[type].icon

/** Returns the page where such a drop is won; null when there is none. A drop of a case is won on the page of that case. */
export function sourcePath({ type, case: box }: Pick<FeedDrop, 'type' | 'case'>): string | null {
  if (type !== 'case') return SOURCES[type].path
  return box === undefined ? null : casePath(encodeURIComponent(box.url))
}
