// What players read of their history and notices is what the staff read in the timeline.
import { history, notice } from '../../locales/en/replies.json'

export const TEXTS = { history, notice }
