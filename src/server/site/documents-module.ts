// Opens the documents of a site, and what the pages read: the edition in force, or a draft in a preview.
import type { TextsSource } from '../../content/shop-texts.ts'
import type { SecretConfig } from '../config/secret.ts'
import type { Database } from '../db/database.ts'
import type { Documents } from '../documents/documents.ts'
import type { PageLookups } from '../documents/known-pages.ts'
import { createPreviews, type Previews } from '../documents/previews.ts'
import { cookieJar } from '../http/cookies.ts'
import { createOfficeSessions } from '../services/office/sessions.ts'
import type { Services } from '../services/services.ts'
import type { ActiveShop } from '../shop/active-shop.ts'

/** Makes the documents: from the built pages, or by Astro's development server. */
export type OpenDocuments = (
  texts: TextsSource,
  locals: App.Locals,
  lookups: Omit<PageLookups, 'shop' | 'texts'>,
) => Promise<Documents>

interface DocumentsParts {
  readonly config: SecretConfig
  readonly db: Database
  readonly services: Services
  readonly shop: ActiveShop
  readonly now: () => number
}

/** Opens the documents in force, and those of previews. */
export async function openSiteDocuments(
  openDocuments: OpenDocuments,
  { config, db, services, shop: activeShop, now }: DocumentsParts,
): Promise<{ readonly documents: Documents; readonly previews: Previews }> {
  const { shop, profiles, shares, overlays, leaderboards, battles, published } = services
  const { texts } = activeShop
  const read = {
    profileOf: profiles.profile,
    sharedResult: shares.find,
    leaderboards: leaderboards.all,
    transparency: published.view,
    battleCard: battles.views.card,
  }
  const lookups = {
    hasPlayer: profiles.exists,
    hasShare: shares.exists,
    hasOverlay: overlays.exists,
    hasBattle: battles.views.exists,
  }
  const inForce = {
    ...read,
    shop,
    get announcements() {
      return services.announcements.inForce()
    },
    get texts() {
      return texts.current
    },
  }
  const documents = await openDocuments(texts, inForce, lookups)
  const previews = createPreviews({
    db,
    shop: activeShop,
    secret: config.secret,
    jar: cookieJar(config.mode),
    now,
    hasSession: createOfficeSessions({ db, now }).has,
    countOf: services.caseCounts.of,
    openDocuments: (source, shown) => {
      const announcements = services.announcements.inForce()
      return openDocuments(source, { ...read, ...shown, announcements }, lookups)
    },
  })
  return { documents, previews }
}
