// The dialog of a partner's own share: what it would have cost as it is typed, and why. A second person approves it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REFERRER_PERCENT_MOST } from '../../../game/rewards/gift-bound.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { PartnerSharePreview } from '../../../protocol/office/partner-share.ts'
import type { PartnerReply } from '../../../protocol/office/promo.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { TextField } from '../../parts/Field.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { ActForm } from '../ActForm.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { dayOf, dayStartMs } from '../search.ts'

/** Returns what is typed as a percentage; null for what is none. */
function percentOf(text: string): number | null {
  const percent = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0
  return percent >= 1 && percent <= REFERRER_PERCENT_MOST ? percent : null
}

/** Returns the last day before a moment, in the reader's time zone. */
function lastDayOf(until: number): string {
  const date = new Date(until - 1)
  const twoDigits = (part: number): string => String(part).padStart(2, '0')
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}

function Preview({ preview, percent }: { preview: PartnerSharePreview; percent: number }): ReactElement {
  const { t } = useTranslation('officePartnerShare')
  const { tierPercent, most, paid, wouldBe } = preview
  if (percent > most) return <p role="alert">{t('most', { percent, most })}</p>
  return (
    <>
      <Facts
        facts={[
          [t('paid'), <Money key="paid" cents={paid} />],
          [t('would-be'), <Money key="would" cents={wouldBe} />],
          [t('more'), <Money key="more" cents={wouldBe - paid} />],
        ]}
      />
      {percent <= tierPercent ? <p>{t('below', { percent: tierPercent })}</p> : null}
      {percent > tierPercent && paid > 0 ? <p>{t('from-now', { paid: formatMoney(paid) })}</p> : null}
    </>
  )
}

function Share({ partner, onClose }: { partner: PartnerReply; onClose: () => void }): ReactElement {
  const { t } = useTranslation('officePartnerShare')
  const { player, ownShare } = partner
  const [typed, setTyped] = useState(ownShare === null ? '' : String(ownShare.percent))
  const [day, setDay] = useState(ownShare?.until == null ? '' : lastDayOf(ownShare.until))
  const percent = percentOf(typed)
  const path = `/promo/partners/${player.id}/share`
  const { data, error } = useQuery({
    queryKey: ['promo', 'partner', String(player.id), 'share', percent],
    queryFn: () => api.get<PartnerSharePreview>(path, { percent: percent ?? 1 }),
    enabled: percent !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const last = dayOf(day)
  const until = last === undefined ? null : dayStartMs(last, 1)
  return (
    <ActForm
      action={t(ownShare === null ? 'set' : 'change')}
      done="partners.share"
      act={(reason) => api.post<ActReply>(path, { percent, until, reason })}
      changes={[['promo']]}
      onClose={onClose}
      disabledReason={percent === null ? t('incomplete', { most: REFERRER_PERCENT_MOST }) : undefined}
    >
      <p>{t('text')}</p>
      <TextField
        label={t('percent')}
        hint={data === undefined ? undefined : t('most-hint', { most: data.most })}
        inputMode="numeric"
        autoComplete="off"
        required
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        label={t('last-day')}
        hint={t('last-day-hint')}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Fault error={error} />
      {percent === null || data === undefined ? null : <Preview preview={data} percent={percent} />}
    </ActForm>
  )
}

export function ShareDialog({
  partner,
  open,
  onClose,
}: {
  partner: PartnerReply
  open: boolean
  onClose: () => void
}): ReactElement {
  const { t } = useTranslation('officePartnerShare')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')}>
      {open ? <Share partner={partner} onClose={onClose} /> : null}
    </Dialog>
  )
}
