// The case that a code opens: found by its name, then chosen.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { PromoCasesReply, PromoCaseView } from '../../../protocol/office/promo.ts'
import { TextField } from '../../parts/Field.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import styles from './promo.module.css'

interface CaseFieldProps {
  box: PromoCaseView | null
  onChange: (box: PromoCaseView) => void
}

export function CaseField({ box, onChange }: CaseFieldProps): ReactElement {
  const { t, i18n } = useTranslation('officePromo')
  const [q, setQ] = useState('')
  const { data, error } = useQuery({
    queryKey: ['promo-cases', q],
    queryFn: () => api.get<PromoCasesReply>('/promo/cases', { q }),
    placeholderData: keepPreviousData,
  })
  const matches = data?.cases ?? []
  const choices = box === null || matches.some(({ url }) => url === box.url) ? matches : [box, ...matches]
  return (
    <>
      <TextField
        type="search"
        label={t('create.case-search')}
        hint={t('create.case-hint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      <Fault error={error} />
      {data !== undefined && choices.length === 0 ? <p>{t('create.case-none')}</p> : null}
      <fieldset className={styles.cases}>
        <legend>{t('create.case-label')}</legend>
        {choices.map((one) => (
          <label key={one.url}>
            <input type="radio" name="case" checked={one.url === box?.url} onChange={() => onChange(one)} />
            <span>{one.name[i18n.language as Language]}</span>
            <span className="figures">
              {t('create.case-price', { price: formatMoney(one.price), mean: formatMoney(one.mean) })}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
