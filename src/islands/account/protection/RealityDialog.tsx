// The reality check: how long the visit has lasted, and what its games have cost and won. It must be answered: neither Escape nor a
// press outside of it closes it.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { VisitReply } from '../../../protocol/limits.ts'
import { loadVisit } from '../../../stores/account/reality-check.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { AnsweredDialog } from './AnsweredDialog.tsx'
import { $due, acknowledge } from './reality-clock.ts'

const MINUTE_MS = 60_000

export function RealityDialog(): ReactElement | null {
  const due = useStore($due)
  return due === null ? null : (
    <Suspense>
      <RealityCheck sinceMs={due} />
    </Suspense>
  )
}

function RealityCheck({ sinceMs }: { sinceMs: number }): ReactElement {
  const { t, i18n } = useTranslation('protection')
  use(lateTexts(i18n, 'protection'))
  const [lastedMs] = useState(() => Date.now() - sinceMs)
  const minutes = Math.floor(lastedMs / MINUTE_MS)
  const time = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }

  return (
    <AnsweredDialog icon="clock" title={time.hours > 0 ? t('check.hours', time) : t('check.minutes', time)}>
      <Result lastedMs={lastedMs} />
      <div className="reality-ways">
        <Button size="l" onClick={acknowledge}>
          {t('check.goOn')}
        </Button>
        <Button size="l" href="/protection#time-out" icon="shield" onClick={acknowledge}>
          {t('check.break')}
        </Button>
      </div>
    </AnsweredDialog>
  )
}

/** Shows the sums of the visit, which load while the dialog can already be answered. */
function Result({ lastedMs }: { lastedMs: number }): ReactElement {
  const { t } = useTranslation('protection')
  const [visit, setVisit] = useState<VisitReply | null | undefined>(undefined)
  useEffect(() => {
    void loadVisit(lastedMs).then(setVisit)
  }, [lastedMs])
  if (visit === null) return <p className="reality-words">{t('check.unknown')}</p>
  const sum = (amount: number | undefined): ReactNode =>
    amount === undefined ? <Skeleton width={72} height={20} /> : formatMoney(amount)
  return (
    <>
      <dl className="reality-sums" aria-busy={visit === undefined}>
        <dt>{t('check.paid')}</dt>
        <dd>{sum(visit?.paid)}</dd>
        <dt>{t('check.won')}</dt>
        <dd>{sum(visit?.won)}</dd>
        <dt>{t('check.result')}</dt>
        <dd>{sum(visit?.result)}</dd>
      </dl>
      <p className="reality-words">{t('check.formula')}</p>
    </>
  )
}
