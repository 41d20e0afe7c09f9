// The smoke journey on a phone, in Chromium, Firefox and WebKit.
import { describeSmoke } from './smoke.ts'

describeSmoke('phone')
