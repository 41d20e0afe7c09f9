// The filters of the audit, in the address.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { RECORDED_VERBS } from '../../../game/office/verbs.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PeriodFields } from '../../session/PeriodFields.tsx'
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
  const verbs = RECORDED_VERBS.toSorted((a, b) => verbText(a).localeCompare(verbText(b)))
  return (
    <>
      <Filters label={t('office:filters')}>
        <FilterSelect
          label={t('verb')}
          all={t('all-verbs')}
          value={search.verb}
          values={verbs}
          wordsOf={verbText}
          onChange={(verb) => filter({ verb })}
        />
        <FilterField label={t('filter-actor')} value={search.actor} onChange={(actor) => filter({ actor })} />
        <FilterField label={t('filter-subject')} value={search.subject} onChange={(subject) => filter({ subject })} />
        <PeriodFields from={search.from} to={search.to} onChange={filter} />
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
