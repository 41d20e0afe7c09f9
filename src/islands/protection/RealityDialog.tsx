// The reminder itself: how long the player has been here, and what his games have cost and brought. It is answered, not closed:
// neither Escape nor a press beside it makes it go.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, Suspense, use, useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import type { VisitReply } from '../../contract/limits.ts'
import { formatMoney } from '../../i18n/format.ts'
import { parseLanguage } from '../../i18n/language.ts'
import { loadVisit } from '../../stores/reality.ts'
import { island } from '../island.tsx'
import { lateTexts } from '../late-texts.ts'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../ui/dialog.module.css'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import realityStyles from './reality.css?url'
import { $due, answer } from './visit-clock.ts'

const MINUTE_MS = 60_000

function RealityView(): ReactElement | null {
  const due = useStore($due)
  return due === null ? null : (
    <Suspense>
      <Check sinceMs={due} />
    </Suspense>
  )
}

function Check({ sinceMs }: { sinceMs: number }): ReactElement {
  const { t, i18n } = useTranslation('protection')
  use(lateTexts(i18n, 'protection'))
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [lastedMs] = useState(() => Date.now() - sinceMs)
  const minutes = Math.floor(lastedMs / MINUTE_MS)
  const time = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }

  const show = (): void => {
    if (dialog.current?.open === false) dialog.current.showModal()
    // Not on a button: a key that was meant for a game must not answer.
    title.current?.focus()
  }
  useEffect(show, [])

  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      closedby="none"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      // Where a browser closes it all the same, it comes back until it is answered.
      onClose={show}
    >
      {/* By address, not by import: every page would load them for a window that may never open. */}
      <link rel="stylesheet" href={realityStyles} precedence="reality" />
      <div className={dialogStyles.panel}>
        <div className="reality">
          <span className="reality-light">
            <Icon name="clock" size={32} />
          </span>
          <h2 ref={title} id={id} tabIndex={-1}>
            {time.hours > 0 ? t('check.hours', time) : t('check.minutes', time)}
          </h2>
          <Result lastedMs={lastedMs} />
          <div className="reality-ways">
            <Button size="l" onClick={answer}>
              {t('check.goOn')}
            </Button>
            <Button size="l" href="/protection#time-out" icon="shield" onClick={answer}>
              {t('check.break')}
            </Button>
          </div>
        </div>
      </div>
    </dialog>
  )
}

/** Known when it is known; the answer need not wait for it. */
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

const Reality = island(RealityView)

let shown = false

/** Puts the reminder on the page, once; it shows itself whenever it is due. */
export function showReality(): void {
  if (shown) return
  shown = true
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<Reality lang={parseLanguage(document.documentElement.lang) ?? 'en'} />)
}
