// Previews of drafts on the players' site, for staff who take a pass from the office: its pages as they would be, marked, and stored nowhere.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Brand } from '../../content/brand/brand.ts'
import type { ShopPictures } from '../../content/pictures.ts'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { Shop } from '../../protocol/shop.ts'
import type { LoadedCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { CookieJar } from '../http/cookies.ts'
import { type PreviewPass, previewTextIn, readPreviewPass } from '../http/preview-cookie.ts'
import { createShop } from '../services/rolls/item-view.ts'
import type { ActiveShop } from '../shop/active-shop.ts'
import type { Crates } from '../shop/crates.ts'
import { type DraftShop, readDraftShop } from '../shop/draft-shop.ts'
import { type Draft, draftById } from '../shop/draft-store.ts'
import { type CratePictures, createCratePictures } from './crate-pictures.ts'
import type { Documents } from './documents.ts'

/** As many members work at a time. */
const MAX_OPEN = 8

/** A draft as the players' site shows it. */
export interface Preview {
  readonly documents: Documents
  readonly catalogue: LoadedCatalogue
  readonly crates: CratePictures
  readonly brand: Brand
  /** The pictures of its texts. */
  readonly pictures: ShopPictures
}

/** What a pass opens: a preview, or a draft that has faults. */
export type OpenedPreview = Preview | { readonly faults: readonly string[] }

export interface Previews {
  /** Returns the pass of a request; undefined for nearly all, at once. */
  passOf(request: FastifyRequest): PreviewPass | undefined
  /** Opens what a pass is for; undefined where the draft or the session of the office has ended. */
  open(pass: PreviewPass): Promise<OpenedPreview | undefined>
}

export interface PreviewsParts {
  readonly db: Database
  readonly shop: ActiveShop
  readonly secret: string
  readonly jar: Pick<CookieJar, 'preview'>
  readonly now: () => number
  /** Tells whether a session of the office is open. */
  readonly hasSession: (id: string) => Promise<boolean>
  readonly countOf: Shop['countOf']
  /** Makes the documents of a shop that is not in force. */
  readonly openDocuments: (
    texts: TextsSource,
    shown: Pick<App.Locals, 'shop' | 'texts' | 'preview'>,
  ) => Promise<Documents>
}

const IN_WORK: readonly Draft['state'][] = ['open', 'failed', 'due']

/** Makes the previews of a site. */
export function createPreviews(parts: PreviewsParts): Previews {
  const { db, shop, secret, jar, now, hasSession, countOf, openDocuments } = parts

  async function make({ id, title }: Draft, { catalogue, texts, crates }: DraftShop): Promise<Preview> {
    const source: TextsSource = { current: texts, onChange: () => () => undefined }
    const shown = createShop(() => catalogue, countOf)
    const documents = await openDocuments(source, { shop: shown, texts, preview: { draft: id, title } })
    const built = (): Crates => new Map()
    return {
      documents,
      catalogue,
      crates: createCratePictures({ crates: () => crates, built }),
      brand: texts.brand,
      pictures: texts.pictures,
    }
  }

  const opened = new LRUCache<string, Promise<OpenedPreview>>({ max: MAX_OPEN })

  async function openDraft(draft: Draft): Promise<OpenedPreview> {
    const read = await readDraftShop(db.queries, shop, draft)
    return 'faults' in read ? read : make(draft, read.shop)
  }

  return {
    passOf: ({ headers }) => {
      const text = previewTextIn(headers, jar.preview)
      return text === undefined ? undefined : readPreviewPass(text, { secret, now })
    },
    open: async ({ draft: id, session }) => {
      const [draft, isOpen] = [await draftById(db.queries, id), await hasSession(session)]
      if (draft === undefined || !isOpen || !IN_WORK.includes(draft.state)) return undefined
      const key = `${id}.${draft.version}.${shop.current.edition}`
      const known = opened.get(key) ?? openDraft(draft)
      opened.set(key, known)
      known.catch(() => opened.delete(key))
      return known
    },
  }
}

/** Says what is wrong with a draft, where a page would be. */
export function sendFaults(reply: FastifyReply, faults: readonly string[]): FastifyReply {
  return reply
    .code(409)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${faults.join('\n')}\n`)
}
