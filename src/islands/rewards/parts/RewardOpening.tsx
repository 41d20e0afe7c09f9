// The dialog that opens the case of a reward on the stage of the case screen.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { $opening, keep, skip } from '../../../stores/games/opening.ts'
import type { RewardCase } from '../../../stores/rewards/reward-case.ts'
import { Stage } from '../../games/case/Stage.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import styles from './reward-opening.module.css'

export function RewardOpening({ shown }: { shown: RewardCase }): ReactElement {
  const { t, i18n } = useTranslation('case')
  const opening = useStore($opening)
  const isSpinning = opening.phase === 'playing'
  const name = shown.name[i18n.language as Language]
  return (
    <Dialog
      open={isSpinning || opening.phase === 'result'}
      // The first click shows the result, the next one closes it.
      onClose={isSpinning ? skip : keep}
      label={name}
      className={styles.panel}
    >
      <h2 className={styles.title}>{name}</h2>
      <Stage opening={opening} count={1} price={0} contents={shown.contents} idle={<span />}>
        <div className={styles.foot}>
          {isSpinning && (
            <Button size="l" onClick={skip}>
              {t('skip')}
            </Button>
          )}
        </div>
      </Stage>
    </Dialog>
  )
}
