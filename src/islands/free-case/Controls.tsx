// What steers the stage: the one button to press next, and a line that says how the chosen case stands.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreeCaseView } from '../../contract/free-case.ts'
import { DEPOSIT } from '../../game/economy.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { openChosen } from '../../stores/free-case.ts'
import { $openingBeside } from '../../stores/opening.ts'
import { Aftermath } from '../case/Aftermath.tsx'
import styles from '../case/controls.module.css'
import { MainButton } from '../case/MainButton.tsx'
import { Notice } from '../case/Notice.tsx'
import { Button } from '../ui/Button.tsx'
import { HintLine } from '../ui/HintLine.tsx'
import { once } from '../ui/once.ts'
import { QuickSwitch } from '../ui/QuickSwitch.tsx'
import { SignInButton } from '../ui/SignInButton.tsx'
import { TopUpButton } from '../ui/TopUpButton.tsx'
import { stateOf } from './Night.tsx'

export function Controls({ chosen }: { chosen: FreeCaseView }): ReactElement {
  const { t } = useTranslation(['freeCase', 'case'])
  const opening = useStore($openingBeside, { ssr: 'initial' })
  // The result is on the stage: the case was opened, whatever was read before.
  const shown = opening.phase === 'result' ? { ...chosen, opened: true } : chosen
  return (
    <section className={styles.controls} aria-label={t('case:controls')}>
      <HintLine>
        <span role="status">
          <Standing shown={shown} />
        </span>
      </HintLine>
      <Notice />
      <Aftermath />
      <div className={styles.row}>
        <MainButton>
          <NextStep shown={shown} isAsking={opening.phase === 'asking'} />
        </MainButton>
        <QuickSwitch label={t('case:quick')} hint={t('case:quickHint')} size="l" />
      </div>
    </section>
  )
}

/** How the chosen case stands, in words and money. */
function Standing({ shown }: { shown: FreeCaseView }): string {
  const { t, i18n } = useTranslation('freeCase')
  const words = {
    name: shown.name[i18n.language as Language],
    asks: formatMoney(shown.asks),
    missing: formatMoney(shown.missing ?? 0),
  }
  return t(`standing.${stateOf(shown)}`, words)
}

function NextStep({ shown, isAsking }: { shown: FreeCaseView; isAsking: boolean }): ReactElement {
  const { t, i18n } = useTranslation('freeCase')
  const state = stateOf(shown)
  const name = shown.name[i18n.language as Language]
  switch (state) {
    case 'guest':
      return <SignInButton tone="signal" size="l" className={styles.open} />
    case 'locked': {
      // Deposits begin with a dollar.
      const cents = Math.max(shown.missing ?? 0, DEPOSIT.least)
      return (
        <TopUpButton cents={cents} className={styles.open}>
          {t('deposit', { sum: formatMoney(cents) })}
        </TopUpButton>
      )
    }
    case 'opened':
      return (
        <Button size="l" className={styles.open} icon="clock" disabled>
          {t('state.opened')}
        </Button>
      )
    case 'ready':
      return (
        <Button
          tone="signal"
          size="l"
          className={styles.open}
          aria-busy={isAsking || undefined}
          onClick={once(() => void openChosen())}
        >
          {t('open', { name })}
        </Button>
      )
  }
}
