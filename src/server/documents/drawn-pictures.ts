// Pictures that are drawn when they are asked for: one at a time, for a bounded queue, and cached by what they say.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SHARE_SHAPES, type ShareShape } from '../../art/og/lines.ts'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import { ProtocolError } from '../base/refusal.ts'
import type { Networks } from '../network/networks.ts'
import { createWorkQueue } from '../network/work-queue.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import type { Drawer } from './picture-drawer.ts'
import type { PictureOrder } from './picture-process.ts'

/** A picture takes 0.1 to 1 s of one processor: a full queue waits for less than twenty seconds. */
const DRAWING = { running: 1, waiting: 16, ofCaller: 4 } as const

const CACHE_BYTES = 24 * 1024 * 1024

/** Names and privacy change: messengers keep their own copy for as long as they like, browsers for minutes. */
const CACHE_CONTROL = 'public, max-age=300'

const TYPES: Readonly<Record<PictureOrder['kind'], string>> = {
  result: 'image/jpeg',
  battle: 'image/jpeg',
  link: 'image/png',
  icon: 'image/png',
}

/** A picture that is wanted. */
export interface WantedPicture {
  /** What it says: pictures with the same content are drawn once. */
  readonly content: unknown
  readonly caller: Networks
  order(): PictureOrder | Promise<PictureOrder>
}

export interface DrawnPictures {
  /**
   * Returns a picture.
   *
   * @throws ProtocolError 503 when too many pictures wait, or this one cannot be drawn
   */
  picture(wanted: WantedPicture): Promise<CachedFile>
}

export interface DrawnPicturesParts {
  readonly drawer: Drawer
  readonly log: { error(fields: object, message: string): void }
}

/** Makes the pictures of a site; there is one queue for all of them. */
export function createDrawnPictures({ drawer, log }: DrawnPicturesParts): DrawnPictures {
  const drawn = new LRUCache<string, CachedFile>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const pending = new Map<string, Promise<CachedFile>>()
  const inTurn = createWorkQueue(DRAWING)

  async function draw({ order }: WantedPicture): Promise<CachedFile> {
    try {
      const ordered = await order()
      const picture = await drawer.draw(ordered)
      return await cacheFile(picture, { type: TYPES[ordered.kind], cacheControl: CACHE_CONTROL })
    } catch (error) {
      log.error({ err: error }, 'a picture could not be drawn')
      throw new ProtocolError(503, 'busy')
    }
  }

  return {
    picture: async (wanted) => {
      const key = createHash('sha256').update(JSON.stringify(wanted.content)).digest('base64url')
      const known = drawn.get(key) ?? pending.get(key)
      if (known !== undefined) return known
      const making = inTurn(wanted.caller, () => draw(wanted)).finally(() => pending.delete(key))
      pending.set(key, making)
      const file = await making
      drawn.set(key, file)
      return file
    },
  }
}

const NAME = new RegExp(`^(${LANGUAGES.join('|')})-(${SHARE_SHAPES.join('|')})\\.jpg$`)

/** Reads the name of a picture in an offered language, `{language}-{shape}.jpg`; null for any other name. */
export function readPictureName(
  name: string,
  offered: readonly Language[],
): { language: Language; shape: ShareShape } | null {
  const [, named, shape] = NAME.exec(name) ?? []
  const language = offered.find((one) => one === named)
  return language === undefined || shape === undefined ? null : { language, shape: shape as ShareShape }
}
