// Whether staff switched a game off. The notice above the page says why and until when; the game says it in one word on its button.
import { useStore } from '@nanostores/react'
import type { ShopPart } from '../../../game/office/switches.ts'
import { $settings } from '../../../stores/account/settings.ts'

/** Tells whether a part of the shop is switched off now. */
export function useIsOff(part: ShopPart): boolean {
  const settings = useStore($settings, { ssr: 'initial' })
  return settings?.off?.some(({ name }) => name === part) ?? false
}
