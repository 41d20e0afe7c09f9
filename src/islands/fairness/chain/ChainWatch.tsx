// Tells that the chain of published days has lost a hash that this browser has seen; shows nothing otherwise.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $chain, checkChainHead } from '../../../stores/fairness/chain-head.ts'
import { island } from '../../island.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'

function ChainWatchView(): ReactElement | null {
  const { t } = useTranslation('fairness')
  const state = useStore($chain, { ssr: 'initial' })
  useEffect(() => void checkChainHead(), [])
  if (state.status !== 'lost') return null
  const { day, hash } = state.seen
  const words = { day: day.split('-').reverse().join('.'), hash }
  return <Alert title={t('chain.lost.title')} text={t('chain.lost.text', words)} />
}

export const ChainWatch = island(ChainWatchView)
