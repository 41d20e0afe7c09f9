// Chooses what a link leads to: a page of the shop, a place on it, or another site.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseLanguage } from '../../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { fileOf, headingsOf, pageOf, titleOf } from './page-text.ts'

interface LinkDialogProps {
  open: boolean
  /** The texts of all pages. */
  pages: Readonly<Record<string, string>>
  /** Returns what is selected in the text. */
  selection: () => string
  onClose: () => void
  onChoose: (href: string, words: string) => void
}

const OTHER = 'other'

function Choice({ pages, selection, onClose, onChoose }: Omit<LinkDialogProps, 'open'>): ReactElement {
  const { t, i18n } = useTranslation(['officeWords', 'office'])
  const language = parseLanguage(i18n.language) ?? 'en'
  const names = [...new Set(Object.keys(pages).flatMap((file) => pageOf(file) ?? []))].sort()
  const [page, setPage] = useState(names[0] ?? OTHER)
  const [place, setPlace] = useState('')
  const [address, setAddress] = useState('https://')
  const [selected] = useState(selection)
  const textOf = (name: string): string => pages[fileOf(name, language)] ?? pages[fileOf(name, 'en')] ?? ''
  const headings = page === OTHER ? [] : headingsOf(textOf(page))
  const href = page === OTHER ? address.trim() : `/${page}${place === '' ? '' : `#${place}`}`
  const title = headings.find(({ id }) => id === place)?.title ?? titleOf(textOf(page)) ?? href
  const isAddress = /^(?:https:\/\/[^\s/]+\.[^\s]+|mailto:[^\s@]+@[^\s@]+|\/[^\s]*)$/.test(href)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAddress) onChoose(href, selected === '' ? title : selected)
      }}
    >
      <SelectField
        label={t('link.page')}
        value={page}
        onChange={({ target }) => {
          setPage(target.value)
          setPlace('')
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {titleOf(textOf(name)) ?? name} (/{name})
          </option>
        ))}
        <option value={OTHER}>{t('link.other')}</option>
      </SelectField>
      {page === OTHER ? (
        <TextField
          label={t('link.address')}
          hint={t('link.address-hint')}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      ) : (
        <SelectField label={t('link.place')} value={place} onChange={({ target }) => setPlace(target.value)}>
          <option value="">{t('link.top')}</option>
          {headings.map(({ id, level, title: words }) => (
            <option key={id} value={id}>
              {level === 3 ? `– ${words}` : words}
            </option>
          ))}
        </SelectField>
      )}
      <DialogActions>
        <Button tone="signal" type="submit" disabledReason={isAddress ? undefined : t('link.none')}>
          {t('link.act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

export function LinkDialog({ open, ...rest }: LinkDialogProps): ReactElement {
  const { t } = useTranslation('officeWords')
  return (
    <Dialog open={open} onClose={rest.onClose} title={t('link.title')}>
      {open ? <Choice {...rest} /> : null}
    </Dialog>
  )
}
