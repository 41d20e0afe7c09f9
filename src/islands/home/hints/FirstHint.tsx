// A hint of the first visit: a small bubble below the controls of a case, or below the balance in the header. It blocks nothing.
import { useStore } from '@nanostores/react'
import { type ReactElement, type RefObject, use, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import { $settings } from '../../../stores/account/settings.ts'
import { $hint, closeHints, HINTS, type HintName } from '../../../stores/home/first-hints.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { usePageMark } from '../../ui/messages/use-page-mark.ts'
import './hints.css'

/** What the tip of the bubble points at. */
const TARGETS: Readonly<Record<HintName, string | null>> = {
  money: '[data-balance]',
  demo: '[data-hint="demo"]',
  // Its buttons are above the controls: the bubble must not cover them.
  won: null,
}

export function FirstHint(): ReactElement | null {
  const hint = useStore($hint)
  return (
    // On the page before its words are: screen readers announce what comes into it.
    <div role="status" className="hint-place">
      {hint === null ? null : <Bubble key={hint} hint={hint} />}
    </div>
  )
}

/** Places the bubble: its tip below the middle of the target, and below the header where that is in it. */
function usePlace(bubble: RefObject<HTMLElement | null>, hint: HintName): void {
  useLayoutEffect(() => {
    const place = (): void => {
      const target = TARGETS[hint] === null ? null : document.querySelector(TARGETS[hint])
      const style = bubble.current?.style
      if (style === undefined || target === null) return
      const { left, width, bottom } = target.getBoundingClientRect()
      const header = target.closest('header')?.getBoundingClientRect()
      const own = bubble.current?.getBoundingClientRect()
      style.setProperty('--below', `${header?.bottom ?? bottom}px`)
      style.setProperty('--tip', `${left + width / 2 - (own?.left ?? 0)}px`)
    }
    const watch = new ResizeObserver(place)
    watch.observe(document.body)
    // The header moves until it sticks to the top.
    addEventListener('scroll', place, { passive: true })
    place()
    return () => {
      watch.disconnect()
      removeEventListener('scroll', place)
    }
  }, [bubble, hint])
}

function Bubble({ hint }: { hint: HintName }): ReactElement | null {
  const { t, i18n } = useTranslation('hints')
  use(lateTexts(i18n, 'hints'))
  const bubble = useRef<HTMLDivElement>(null)
  const user = useStore($user)
  const settings = useStore($settings)
  usePlace(bubble, hint)
  // The words about money depend on the mode, which a failed reading leaves unknown.
  const isKnown = hint !== 'money' || settings !== null
  usePageMark('hinted', isKnown)
  if (!isKnown) return null
  const words = hint === 'money' ? (settings?.mode === 'sandbox' ? 'play' : 'deposit') : hint
  const sum = user.status === 'authorised' ? formatMoney(user.user.balance) : ''
  const isLast = hint === 'won'
  return (
    <div ref={bubble} className="hint" data-hint-name={hint}>
      <div className="hint-words">
        <p className="hint-step">{t('step', { number: HINTS.indexOf(hint) + 1, count: HINTS.length })}</p>
        <p className="hint-title">{t(`${words}.title`)}</p>
        <p>{t(`${words}.text`, { sum })}</p>
      </div>
      <div className="hint-ways">
        <Button onClick={() => closeHints([hint])}>{hint === 'money' ? t('next') : t('done')}</Button>
        {isLast ? null : (
          <Button tone="ghost" onClick={() => closeHints(HINTS)}>
            {t('skip')}
          </Button>
        )}
      </div>
    </div>
  )
}
