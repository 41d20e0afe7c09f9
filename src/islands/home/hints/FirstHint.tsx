// A hint of the first visit: a small bubble below the controls of a case, or below the balance in the header. It blocks nothing.
import { useStore } from '@nanostores/react'
import { type ReactElement, use, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import { $settings } from '../../../stores/account/settings.ts'
import { $hint, closeHints, HINTS, type HintName, hintsOf } from '../../../stores/home/first-hints.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
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

/** Returns what a hint speaks of, once it has a place on the page; null before. */
function findTarget(hint: HintName): Element | null {
  const selector = TARGETS[hint]
  const target = selector === null ? null : document.querySelector(selector)
  return target !== null && target.getBoundingClientRect().width > 0 ? target : null
}

/** Places the bubble: its tip below the middle of the target, and below the header where that is in it. It is hidden until it has a place. */
function placeBubble(bubble: HTMLElement, hint: HintName): void {
  const target = findTarget(hint)
  if (target !== null) {
    const { left, width, bottom } = target.getBoundingClientRect()
    const header = target.closest('header')?.getBoundingClientRect()
    bubble.style.setProperty('--below', `${Math.max(0, header?.bottom ?? bottom)}px`)
    bubble.style.setProperty('--tip', `${left + width / 2 - bubble.getBoundingClientRect().left}px`)
  }
  bubble.toggleAttribute('data-placed', target !== null || TARGETS[hint] === null)
}

/** Keeps a bubble in its place while the page changes, and scrolls once to what it speaks of. */
function usePlace(bubble: HTMLElement | null, hint: HintName): void {
  useLayoutEffect(() => {
    if (bubble === null) return
    let isScrolled = false
    const place = (): void => {
      placeBubble(bubble, hint)
      if (isScrolled || !bubble.hasAttribute('data-placed')) return
      isScrolled = true
      bubble.scrollIntoView({ block: 'nearest', behavior: isCalm() ? 'auto' : 'smooth' })
    }
    const sizes = new ResizeObserver(place)
    // The target may come later, or become another element.
    const parts = new MutationObserver(place)
    const header = document.querySelector('header')
    for (const part of [document.body, header]) if (part !== null) sizes.observe(part)
    parts.observe(header ?? document.body, { childList: true, subtree: true })
    // The header moves until it sticks to the top.
    addEventListener('scroll', place, { passive: true })
    place()
    return () => {
      sizes.disconnect()
      parts.disconnect()
      removeEventListener('scroll', place)
    }
  }, [bubble, hint])
}

function Bubble({ hint }: { hint: HintName }): ReactElement | null {
  const { t, i18n } = useTranslation('hints')
  use(lateTexts(i18n, 'hints'))
  // A state, not a ref: the bubble is not there before the settings are.
  const [bubble, setBubble] = useState<HTMLDivElement | null>(null)
  const user = useStore($user)
  const settings = useStore($settings)
  usePlace(bubble, hint)
  // The words about money depend on the mode, which a failed reading leaves unknown.
  const isKnown = hint !== 'money' || settings !== null
  usePageMark('hinted', isKnown)
  if (!isKnown) return null
  const words = hint === 'money' ? (settings?.mode === 'sandbox' ? 'play' : 'deposit') : hint
  const sum = user.status === 'authorised' ? formatMoney(user.user.balance) : ''
  const hints = hintsOf(user.status !== 'authorised')
  const isLast = hint === hints.at(-1)
  return (
    <div ref={setBubble} className="hint" data-hint-name={hint}>
      <div className="hint-words">
        {hints.length === 1 ? null : (
          <p className="hint-step">{t('step', { number: hints.indexOf(hint) + 1, count: hints.length })}</p>
        )}
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
