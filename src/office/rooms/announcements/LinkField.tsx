// Where an announcement leads: a page of the shop, or an https address.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { ANNOUNCED_PAGES, type AnnouncedPage, announcedPage, LINK_LETTERS } from '../../../game/office/announcements.ts'
import type { AnnouncementLinksReply } from '../../../protocol/office/announcements.ts'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { api } from '../../session/api.ts'

interface LinkFieldProps {
  readonly link: string
  readonly links: AnnouncementLinksReply
  /** What is wrong with it. */
  readonly fault: string | undefined
  /** Whether it may lead to another site. */
  readonly mayLeave?: boolean
  readonly onChange: (link: string) => void
}

/** Reads what can be linked. */
export function useLinks() {
  return useQuery({
    queryKey: ['announcements', 'links'],
    queryFn: () => api.get<AnnouncementLinksReply>('/announcements/links'),
  })
}

/** Returns what tells whether the shop has a page at a path. */
export function pagesOf({ pages, cases }: AnnouncementLinksReply): (path: string) => boolean {
  const own = new Set([...pages, ...cases.map(({ path }) => path)])
  return (path) => announcedPage(path) !== undefined || own.has(path)
}

const PAGES = Object.entries(ANNOUNCED_PAGES) as [AnnouncedPage, string][]

/** The choice of an address that is typed. */
const OUTSIDE = 'outside'

export function LinkField({ link, links, fault, mayLeave = true, onChange }: LinkFieldProps): ReactElement {
  const { t, i18n } = useTranslation('officeAnnouncements')
  const [isOutside, setOutside] = useState(link !== '' && !link.startsWith('/'))
  const isDead = link.startsWith('/') && !pagesOf(links)(link)
  const choose = (value: string): void => {
    setOutside(value === OUTSIDE)
    onChange(value === OUTSIDE ? 'https://' : value)
  }
  return (
    <>
      <SelectField
        label={t('link')}
        value={isOutside ? OUTSIDE : link}
        hint={isOutside ? undefined : fault}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('no-link')}</option>
        {mayLeave ? <option value={OUTSIDE}>{t('outside')}</option> : null}
        {isDead ? <option value={link}>{link}</option> : null}
        <optgroup label={t('own-pages')}>
          {PAGES.map(([name, path]) => (
            <option key={path} value={path}>
              {t(`pages.${name}`)}
            </option>
          ))}
          {links.pages.map((path) => (
            <option key={path} value={path}>
              {path}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('cases')}>
          {links.cases.map(({ path, name }) => (
            <option key={path} value={path}>
              {name[i18n.language as Language]}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {isOutside ? (
        <TextField
          label={t('address')}
          type="url"
          inputMode="url"
          spellCheck={false}
          maxLength={LINK_LETTERS}
          value={link}
          hint={fault}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : null}
    </>
  )
}
