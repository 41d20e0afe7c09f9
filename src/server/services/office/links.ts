// The pages of the shop that announcements and notices can lead to.
import { ANNOUNCED_PAGES, type AnnouncementFault, announcedPage } from '../../../game/office/announcements.ts'
import type { AnnouncementLinksReply } from '../../../protocol/office/announcements.ts'
import type { ActiveShop } from '../../shop/active-shop.ts'

/** What announcements can lead to. */
export type LinkSources = Pick<ActiveShop, 'catalogue' | 'texts'>

const CASE = /^\/case\/([\w-]+)$/

/** Returns what tells whether the shop has a page at a path now. */
export function pagesOf({ catalogue, texts }: LinkSources): (path: string) => boolean {
  const { cases } = catalogue.current.catalogue
  const { pageNames } = texts.current
  return (path) => {
    const url = CASE.exec(path)?.[1]
    if (url !== undefined) return cases.get(url)?.enabled === true
    return announcedPage(path) !== undefined || pageNames.has(path.slice(1))
  }
}

/** Returns what of the shop can be linked beside the pages that every shop has. */
export function readLinks({ catalogue, texts }: LinkSources): AnnouncementLinksReply {
  const known = new Set<string>(Object.values(ANNOUNCED_PAGES))
  const cases = [...catalogue.current.catalogue.cases.values()].filter(({ enabled }) => enabled)
  return {
    pages: [...texts.current.pageNames].map((name) => `/${name}`).filter((path) => !known.has(path)),
    cases: cases.map(({ url, name }) => ({ path: `/case/${url}`, name })),
  }
}

/** Returns the fault of a text or a link, in English. The office's own page names it in the reader's language before the call. */
export function faultsText(faults: readonly AnnouncementFault[]): string {
  return faults
    .map((fault) => [fault.field, ...('language' in fault ? [fault.language] : []), fault.kind].join(' '))
    .join(', ')
}
