// A new code, or a batch of codes: what is typed is checked as it is typed, by the check of the shop's own bonuses.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPromoName, type PromoField } from '../../../game/office/promo.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { PromoBody, PromoCheckReply, PromoMadeReply } from '../../../protocol/office/promo.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { CaseField } from './CaseField.tsx'
import { bodyOf, type Draft, EMPTY_DRAFT } from './new-promo.ts'
import styles from './promo.module.css'

const route = getRouteApi('/frame/promo')

type CheckFault = PromoCheckReply['faults'][number]

/** Returns the words of a fault, which are those of the check of bonuses. */
function useFaultText(): (fault: CheckFault) => string {
  const { t } = useTranslation('officePromo')
  return ({ fault, given, most, least }) => {
    const inMoney = fault === 'sum-most' || fault === 'case-most'
    const value = (number: number): string => (inMoney ? formatMoney(number) : String(number))
    return t(`faults.${fault}`, { given: value(given), most: value(most), least: formatMoney(least) })
  }
}

interface FormProps {
  draft: Draft
  change: (change: Partial<Draft>) => void
  /** Returns what is wrong with a field; undefined for nothing. */
  wrong: (field: PromoField) => string | undefined
  most: PromoCheckReply['most'] | undefined
}

function Wrong({ text }: { text: string | undefined }): ReactElement | null {
  return text === undefined ? null : (
    <p role="alert" className={styles.wrong}>
      {text}
    </p>
  )
}

function NameFields({ draft, change, wrong }: FormProps): ReactElement {
  const { t } = useTranslation('officePromo')
  const { isBatch, code, count } = draft
  return (
    <>
      <SelectField
        label={t('create.what')}
        value={isBatch ? 'batch' : 'code'}
        onChange={({ target }) => change({ isBatch: target.value === 'batch' })}
      >
        <option value="code">{t('create.one')}</option>
        <option value="batch">{t('create.many')}</option>
      </SelectField>
      <div className={styles.pair}>
        <TextField
          label={t(isBatch ? 'create.prefix' : 'code')}
          hint={isBatch ? t('create.prefix-hint') : undefined}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={isBatch ? 29 : 40}
          value={code}
          onChange={({ target }) => change({ code: target.value })}
        />
        {isBatch ? (
          <TextField
            label={t('batch.count')}
            type="number"
            required
            min={1}
            max={10_000}
            value={count}
            onChange={({ target }) => change({ count: target.value })}
          />
        ) : null}
      </div>
      <Wrong text={wrong('code')} />
    </>
  )
}

function BonusFields({ draft, change, wrong, most }: FormProps): ReactElement {
  const { t } = useTranslation('officePromo')
  const { kind, percent, sum, depositMin } = draft
  const isSum = kind === 'sum'
  const mostHint = isSum
    ? most && t('create.most-sum', { most: formatMoney(most.sum) })
    : most && t('create.most-percent', { most: most.percent })
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('gives')}
          value={kind}
          onChange={({ target }) => change({ kind: target.value as Draft['kind'] })}
        >
          <option value="percent">{t('create.percent')}</option>
          <option value="sum">{t('create.sum')}</option>
          <option value="case">{t('create.case')}</option>
        </SelectField>
        {kind === 'case' ? null : (
          <TextField
            label={t(isSum ? 'create.sum-label' : 'create.percent-label')}
            hint={mostHint}
            required
            autoComplete="off"
            inputMode={isSum ? 'decimal' : 'numeric'}
            pattern={isSum ? '\\d{1,7}([.,]\\d{1,2})?' : '\\d{1,4}'}
            value={isSum ? sum : percent}
            onChange={({ target }) => change(isSum ? { sum: target.value } : { percent: target.value })}
          />
        )}
      </div>
      {kind === 'case' ? <CaseField box={draft.box} onChange={(box) => change({ box })} /> : null}
      <Wrong text={wrong(kind)} />
      {kind === 'case' ? null : (
        <TextField
          label={t('create.deposit-min')}
          hint={t('create.deposit-min-hint')}
          autoComplete="off"
          inputMode="decimal"
          pattern="\d{1,7}([.,]\d{1,2})?"
          value={depositMin}
          onChange={({ target }) => change({ depositMin: target.value })}
        />
      )}
      <Wrong text={wrong('depositMin')} />
    </>
  )
}

function LimitFields({ draft, change, wrong }: FormProps): ReactElement {
  const { t } = useTranslation('officePromo')
  const { isBatch, usesMax, usesPerPlayer, from, until, level } = draft
  return (
    <>
      {isBatch ? null : (
        <div className={styles.pair}>
          <TextField
            label={t('uses-max')}
            hint={t('create.uses-hint')}
            type="number"
            min={1}
            value={usesMax}
            onChange={({ target }) => change({ usesMax: target.value })}
          />
          <TextField
            label={t('per-player')}
            type="number"
            required
            min={1}
            value={usesPerPlayer}
            onChange={({ target }) => change({ usesPerPlayer: target.value })}
          />
        </div>
      )}
      <div className={styles.pair}>
        <TextField
          label={t('create.from')}
          type="date"
          value={from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          label={t('create.until')}
          type="date"
          value={until}
          min={from}
          onChange={({ target }) => change({ until: target.value })}
        />
      </div>
      <Wrong text={wrong('endsAt')} />
      <TextField
        label={t('level')}
        hint={t('create.level-hint')}
        type="number"
        min={0}
        max={10_000}
        value={level}
        onChange={({ target }) => change({ level: target.value })}
      />
    </>
  )
}

function Create({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useTranslation(['officePromo', 'office'])
  const navigate = route.useNavigate()
  const faultText = useFaultText()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const body = bodyOf(draft)
  const { data, error: checkError } = useQuery({
    queryKey: ['promo-check', body],
    queryFn: () => api.post<PromoCheckReply>('/promo/check', body),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const create = useAct(
    draft.isBatch ? 'promo.batch' : 'promo.create',
    (made: PromoBody) => api.post<PromoMadeReply>('/promo', made),
    [['promo'], ['promo-check']],
  )
  const faults = body === null ? [] : (data?.faults ?? [])
  // Said before the rest is filled in: only a whole form is checked by the call.
  const isNamed = draft.code.trim() === '' || isPromoName(draft.code, draft.isBatch)
  const wrong = (field: PromoField): string | undefined => {
    if (field === 'code' && !isNamed) return t('faults.code-form')
    const fault = faults.find((one) => one.field === field)
    return fault === undefined ? undefined : faultText(fault)
  }
  const first = faults[0]
  const waits = !isNamed
    ? t('faults.code-form')
    : body === null
      ? t('create.incomplete')
      : first === undefined
        ? undefined
        : faultText(first)
  const reason = useDisabledReason('promo.create') ?? waits
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (body === null || reason !== undefined || create.isPending) return
    create.mutate(body, {
      onSuccess: ({ code, batch }) => {
        onClose()
        void navigate({
          search: batch === null ? { code: code ?? undefined } : { tab: 'batches', batch: String(batch) },
        })
      },
    })
  }
  const props: FormProps = {
    draft,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    wrong,
    most: data?.most,
  }
  return (
    <form onSubmit={submit} className="stack">
      <NameFields {...props} />
      <BonusFields {...props} />
      <LimitFields {...props} />
      <Fault error={create.error ?? checkError} />
      <DialogActions>
        <Button type="submit" tone="signal" busy={create.isPending} disabledReason={reason}>
          {t('create.act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const { t } = useTranslation('officePromo')
  return (
    <Dialog open={open} onClose={onClose} title={t('create.title')}>
      {open ? <Create onClose={onClose} /> : null}
    </Dialog>
  )
}
