// The alert of a game whose request was refused or got no answer. The main button of the game repeats an unanswered request.
import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopPart } from '../../../game/office/switches.ts'
import type { GameRun, GameRunStore } from '../../../stores/games/game-run.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { useIsOff } from './use-is-off.ts'

interface GameAlertProps extends Pick<GameRunStore<unknown, unknown>, 'keep' | 'dismissUnanswered'> {
  /** The namespace whose `refused` and `offline` texts the alert shows. */
  readonly texts: 'case' | 'contract' | 'upgrade' | 'wheel'
  readonly $run: ReadableAtom<GameRun<unknown, unknown>>
  /** The part of the shop that the game is, where its texts are of another one. */
  readonly part?: ShopPart | undefined
  /** Replaces the text of an unanswered request. */
  readonly offlineText?: string | undefined
  /** Replaces the button that closes a refusal. */
  readonly refusalAction?: ReactElement | undefined
}

/** Shows a refusal or a lost connection; renders nothing in every other phase. */
export function GameAlert(props: GameAlertProps): ReactElement | null {
  const { texts, part = texts, $run, keep, dismissUnanswered, offlineText, refusalAction } = props
  const { t } = useTranslation(texts)
  const run = useStore($run, { ssr: 'initial' })
  const isOff = useIsOff(part)
  // The notice above the page has the same words.
  if (run.phase === 'refused' && run.code === 'switched-off' && isOff) return null
  if (run.phase === 'refused') {
    return (
      <Alert title={t('refused.title')} text={run.message}>
        {refusalAction ?? <Button onClick={keep}>{t('refused.close')}</Button>}
      </Alert>
    )
  }
  if (run.phase !== 'offline') return null
  return (
    <Alert title={t('offline.title')} text={offlineText ?? t('offline.text')}>
      <Button disabled={run.asking} onClick={() => void dismissUnanswered()}>
        {t('offline.later')}
      </Button>
    </Alert>
  )
}
