import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

export type Ask = Schemas['Ask'];
export type AskStatus = Ask['status'];
export type Channel = Schemas['Channel'];
export type ChannelKind = Schemas['ChannelKind'];
export type ChannelPreview = Schemas['ChannelPreview'];
export type ChannelTest = Schemas['ChannelTest'];
export type Filter = Schemas['Filter'];
export type Me = Schemas['Me'];
export type Message = Schemas['Message'];
export type MessageSummary = Schemas['MessageSummary'];
export type Attempt = MessageSummary['deliveries'][number]['attempts'][number];
export type Delivery = MessageSummary['deliveries'][number];
export type DeliveryState = Delivery['state'];
export type AuditEntry = Schemas['AuditEntry'];
export type Invitation = Schemas['Invitation'];
export type Member = Schemas['Member'];
export type Stats = Schemas['Stats'];
export type Token = Schemas['Token'];
export type Webhook = Schemas['Webhook'];
export type WebhookWithKey = Schemas['WebhookWithKey'];
export type Link = Webhook['channels'][number];
export type Role = Me['organizations'][number]['role'];
