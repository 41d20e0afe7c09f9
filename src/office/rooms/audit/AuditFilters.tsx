// The filters of the audit, in the address.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { VERB_NAMES } from '../../../game/office/verbs.ts'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { useVerbText } from '../../session/verb-text.ts'
import { type AuditSearch, parseAuditSearch } from './search.ts'

const route = getRouteApi('/frame/audit')

/** Parameters that narrow the list. */
const FILTERS = ['verb', 'actor', 'subject', 'from', 'to'] as const satisfies readonly (keyof AuditSearch)[]

type Change = Partial<Record<(typeof FILTERS)[number], string | undefined>>

export function AuditFilters(): ReactElement {
  const { t } = useTranslation(['officeAudit', 'office'])
  const verbText = useVerbText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Another range begins with its newest rows. */
  const filter = (change: Change): void =>
    void navigate({ search: (before) => parseAuditSearch({ ...before, ...change, cursor: undefined }), replace: true })
  const verbs = VERB_NAMES.map((verb) => ({ verb, words: verbText(verb) })).sort((a, b) =>
    a.words.localeCompare(b.words),
  )
  return (
    <>
      <Filters label={t('office:filters')}>
        <SelectField
          label={t('verb')}
          value={search.verb ?? ''}
          onChange={({ target }) => filter({ verb: target.value })}
        >
          <option value="">{t('all-verbs')}</option>
          {verbs.map(({ verb, words }) => (
            <option key={verb} value={verb}>
              {words}
            </option>
          ))}
        </SelectField>
        <FilterField label={t('filter-actor')} value={search.actor} onChange={(actor) => filter({ actor })} />
        <FilterField label={t('filter-subject')} value={search.subject} onChange={(subject) => filter({ subject })} />
        <TextField
          label={t('from')}
          type="date"
          value={search.from ?? ''}
          max={search.to}
          onChange={({ target }) => filter({ from: target.value })}
        />
        <TextField
          label={t('to')}
          type="date"
          value={search.to ?? ''}
          min={search.from}
          onChange={({ target }) => filter({ to: target.value })}
        />
      </Filters>
      {FILTERS.some((name) => search[name] !== undefined) ? (
        <p>
          <Link to="/audit" search={search.entry === undefined ? {} : { entry: search.entry }}>
            {t('office:clear')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
