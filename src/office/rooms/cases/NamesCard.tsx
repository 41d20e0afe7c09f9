// The names of a case in each language, its address and its category.

import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { Card } from '../../parts/Card.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import type { CardProps } from './card-props.ts'
import type { CasesFile } from './cases-file.ts'
import { isSlug, withUrl } from './new-case.ts'

interface NamesCardProps extends CardProps {
  file: CasesFile
  /** One that is in force keeps its address: what was won from it is found by it. */
  isNew: boolean
}

function Address({ record, file, isNew, locked, onChange }: NamesCardProps): ReactElement {
  const { t } = useTranslation('officeCaseEditor')
  const navigate = useNavigate({ from: '/cases' })
  const [typed, setTyped] = useState<string | null>(null)
  const faultOf = (url: string): string | undefined => {
    if (!isSlug(url)) return t('names.no-slug')
    return url !== record.url && file.cases.some((other) => other.url === url) ? t('names.taken') : undefined
  }
  const fault = typed === null ? undefined : faultOf(typed)
  return (
    <TextField
      label={t('names.url')}
      hint={fault ?? (isNew ? t('names.url-hint') : t('names.url-fixed'))}
      spellCheck={false}
      readOnly={!isNew || locked !== undefined}
      aria-invalid={fault !== undefined || undefined}
      value={typed ?? record.url}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (value === record.url || faultOf(value) !== undefined) return
        onChange(withUrl(record, value))
        void navigate({ search: (search) => ({ ...search, case: value }), replace: true })
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

export function NamesCard(props: NamesCardProps): ReactElement {
  const { record, file, locked, onChange } = props
  const { t, i18n } = useTranslation(['officeCaseEditor', 'office'])
  const language = i18n.language as Language
  const rename = (of: Language, text: string): void => {
    const { [of]: _, ...others } = record.name
    // Without a name of its own, a language has the English one.
    const name = text === '' && of !== 'en' ? { ...others, en: record.name.en } : { ...record.name, [of]: text }
    onChange({ ...record, name })
  }
  return (
    <Card title={t('names.title')}>
      {LANGUAGES.map((one) => (
        <TextField
          key={one}
          label={t(`names.languages.${one}`)}
          lang={one}
          value={record.name[one] ?? ''}
          placeholder={record.name.en}
          readOnly={locked !== undefined}
          onChange={({ target }) => rename(one, target.value)}
        />
      ))}
      <SelectField
        label={t('names.category')}
        value={record.category}
        onChange={({ target }) => {
          if (locked === undefined) onChange({ ...record, category: target.value })
        }}
      >
        {file.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name[language] ?? name.en}
          </option>
        ))}
      </SelectField>
      <Address {...props} />
    </Card>
  )
}
