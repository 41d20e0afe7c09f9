// The controls of free cases: a line with the state of the chosen case, and the main button.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { DEPOSIT } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { FreeCaseView } from '../../../protocol/free-case.ts'
import { openChosen } from '../../../stores/games/free-case.ts'
import { isBusyPhase } from '../../../stores/games/game-run.ts'
import { $opening } from '../../../stores/games/opening.ts'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { TopUpButton } from '../../ui/controls/TopUpButton.tsx'
import { HintLine } from '../../ui/messages/HintLine.tsx'
import { LockedGifts } from '../../withdrawal/LockedGifts.tsx'
import styles from '../case/controls.module.css'
import { MainButton } from '../case/MainButton.tsx'
import { OpeningAlert } from '../case/OpeningAlert.tsx'
import { OffButton } from '../parts/OffButton.tsx'
import { QuickSwitch } from '../parts/QuickSwitch.tsx'
import { useIsOff } from '../parts/use-is-off.ts'
import { stateOf } from './CaseChoice.tsx'

export function Controls({ chosen }: { chosen: FreeCaseView }): ReactElement {
  const { t } = useTranslation(['freeCase', 'case'])
  const opening = useStore($opening, { ssr: 'initial' })
  const isOff = useIsOff('free_case')
  // The case of a result was opened, also where the list was read before.
  const shown = opening.phase === 'result' ? { ...chosen, opened: true } : chosen
  return (
    <section id="game" tabIndex={-1} className={styles.controls} aria-label={t('case:controls')}>
      {isOff ? null : (
        <HintLine>
          <span role="status">
            <CaseStatus shown={shown} />
          </span>
        </HintLine>
      )}
      <OpeningAlert part="free_case" />
      <div className={styles.row} data-main="alone">
        <NextStep shown={shown} />
        <QuickSwitch label={t('case:quick')} hint={t('case:quickHint')} size="l" />
      </div>
      <LockedGifts />
    </section>
  )
}

/** Returns the state of the chosen case as text. */
function CaseStatus({ shown }: { shown: FreeCaseView }): string {
  const { t, i18n } = useTranslation('freeCase')
  const words = {
    name: shown.name[i18n.language as Language],
    asks: formatMoney(shown.asks),
    missing: formatMoney(shown.missing ?? 0),
  }
  return t(`status.${stateOf(shown)}`, words)
}

function NextStep({ shown }: { shown: FreeCaseView }): ReactElement {
  const { t, i18n } = useTranslation('freeCase')
  const opening = useStore($opening, { ssr: 'initial' })
  const isOff = useIsOff('free_case')
  // A night that ends during an opening takes no button from it.
  const state = isBusyPhase(opening) ? 'ready' : stateOf(shown)
  const name = shown.name[i18n.language as Language]
  if (isOff && !isBusyPhase(opening)) return <OffButton className={styles.open} />
  switch (state) {
    case 'guest':
      return <SignInButton tone="signal" size="l" className={styles.open} />
    case 'locked': {
      // The lowest deposit is one dollar.
      const cents = Math.max(shown.missing ?? 0, DEPOSIT.least)
      return (
        <TopUpButton cents={cents} className={styles.open}>
          {t('deposit', { sum: formatMoney(cents) })}
        </TopUpButton>
      )
    }
    case 'opened':
    case 'paused':
      return (
        <MainButton icon="clock" disabled>
          {t(`state.${state}`)}
        </MainButton>
      )
    case 'ready':
      return (
        <MainButton tone="signal" {...singlePress(() => void openChosen())}>
          {t('open', { name })}
        </MainButton>
      )
  }
}
