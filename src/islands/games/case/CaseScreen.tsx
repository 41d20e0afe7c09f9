// The screen of a case: its stage, and the controls below it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useLayoutEffect } from 'react'
import type { CaseView } from '../../../protocol/case.ts'
import { $isFairnessOpen } from '../../../stores/fairness/commitment.ts'
import { $count, $opening, enterCase, open, resumeWanted, setCount } from '../../../stores/games/opening.ts'
import { fulfilQuickOpen } from '../../../stores/games/quick-open.ts'
import { island } from '../../island.tsx'
import { latePart, OnceWanted } from '../../late-part.tsx'
import { Controls } from './Controls.tsx'
import { Crate } from './Crate.tsx'
import { FairnessBadge } from './FairnessBadge.tsx'
import { Stage } from './Stage.tsx'
import { useKeys } from './use-keys.ts'

const FairnessDialog = latePart(() => import('./FairnessDialog.tsx'), 'FairnessDialog')

export interface CaseScreenProps {
  shown: Pick<CaseView, 'url' | 'image' | 'price' | 'enabled' | 'paused' | 'contents'>
}

function CaseScreenView({ shown }: CaseScreenProps): ReactElement {
  const opening = useStore($opening, { ssr: 'initial' })
  const count = useStore($count, { ssr: 'initial' })
  const isChecking = useStore($isFairnessOpen, { ssr: 'initial' })
  const { url, image, price, enabled, contents } = shown
  const isOpening = opening.phase === 'asking' || opening.phase === 'playing'
  // Before paint: a count that the player chooses at once must not be reset.
  useLayoutEffect(() => {
    enterCase({ url, price, enabled })
    resumeWanted()
  }, [url, price, enabled])
  useEffect(() => fulfilQuickOpen({ url, price }, () => void open({ demo: false })), [url, price])
  useKeys({ open: () => void open({ demo: false }), demo: () => void open({ demo: true }), setCount })
  return (
    <Stage
      opening={opening}
      count={count}
      price={price}
      contents={contents}
      badge={<FairnessBadge />}
      idle={<Crate url={url} image={image} opening={isOpening} enabled={enabled} />}
    >
      <Controls shown={shown} />
      <OnceWanted isWanted={isChecking}>
        <FairnessDialog />
      </OnceWanted>
    </Stage>
  )
}

export const CaseScreen = island(CaseScreenView)
