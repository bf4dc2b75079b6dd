// Made from the OpenAPI document by `npm run api-types`. Do not edit.
export interface paths {
    "/a/{askId}/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How an ask stands, or how it ended, within so many seconds: `GET {answerUrl}` */
        get: operations["waitForAnswer"];
        put?: never;
        post?: never;
        /** Cancel an ask: `DELETE {answerUrl}` */
        delete: operations["cancelAsk"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service answers */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream notifications as server-sent events */
        get: operations["streamNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where people sign in */
        get: operations["getAuthConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every kind of channel with the schema of its config
         * @description Any credential.
         */
        get: operations["getChannelKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config-schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of documents, for editors */
        get: operations["getConfigSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document as a page, with calls to try */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join an organisation; only the invited person can
         * @description Any person; no management token.
         */
        post: operations["postInvitationsTokenAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the caller is, and where they may act
         * @description Any credential.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organisation
         * @description Any person, or a management token with the role owner.
         */
        post: operations["postOrganizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One organisation and what it used this month
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationId"];
        put?: never;
        post?: never;
        /**
         * Delete an organisation with everything in it
         * @description Role: owner.
         */
        delete: operations["deleteOrganizationsOrganizationId"];
        options?: never;
        head?: never;
        /**
         * Rename an organisation or change its plan
         * @description Role: owner.
         */
        patch: operations["patchOrganizationsOrganizationId"];
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts, those that began last first; a page may hold few or none and still have a next one
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/alerts/{alertId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alert, with the channels that show it
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdAlertsAlertId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/alerts/{alertId}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that somebody has it, for some time or until it is resolved
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdAlertsAlertIdAcknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/alerts/{alertId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that it is over; the next message that fires begins another one
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdAlertsAlertIdResolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/asks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what senders ask, newest first; a page may hold few or none and still have a next one
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdAsks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/asks/{askId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One ask
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdAsksAskId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/asks/{askId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an ask: people of any role, tokens of admins and owners; 409 with the ask once it has ended
         * @description Role: member.
         */
        post: operations["postOrganizationsOrganizationIdAsksAskIdAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, newest first; kept for a year
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channel-drafts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a channel of this config would make of a sample; nothing is sent
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdChannelDraftsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channel-drafts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample as a channel of this config would, before it is saved
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdChannelDraftsTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels, newest first
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdChannels"];
        put?: never;
        /**
         * Create a channel; secrets that are made for it are shown this once
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channels/{channelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One channel
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdChannelsChannelId"];
        put?: never;
        post?: never;
        /**
         * Delete a channel and its links
         * @description Role: admin.
         */
        delete: operations["deleteOrganizationsOrganizationIdChannelsChannelId"];
        options?: never;
        head?: never;
        /**
         * Change a channel; null removes a field, a masked secret stays, a new origin needs every secret again
         * @description Role: admin.
         */
        patch: operations["patchOrganizationsOrganizationIdChannelsChannelId"];
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channels/{channelId}/regenerate-push-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a web push channel a new page; browsers that subscribed on the old one are forgotten
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdChannelsChannelIdRegeneratePushUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channels/{channelId}/regenerate-stream-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new stream ID; readers of the old one are disconnected
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdChannelsChannelIdRegenerateStreamId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/channels/{channelId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample now; readers of a live stream get a `: test` comment
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdChannelsChannelIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export webhooks, links and channels as one document; what has no slug gets one
         * @description Role: admin.
         */
        get: operations["getOrganizationsOrganizationIdConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/config/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make everything that a document names exactly as it says, or nothing if anything in it is not valid
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdConfigApply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/config/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what applying a document would do; nothing is changed
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdConfigPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/filters/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether a filter matches a stored message or a body, and why
         * @description Role: member.
         */
        post: operations["postOrganizationsOrganizationIdFiltersEvaluate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations, newest first
         * @description Role: owner.
         */
        get: operations["getOrganizationsOrganizationIdInvitations"];
        put?: never;
        /**
         * Invite somebody by a link, for seven days
         * @description Role: owner.
         */
        post: operations["postOrganizationsOrganizationIdInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an invitation back
         * @description Role: owner.
         */
        delete: operations["deleteOrganizationsOrganizationIdInvitationsInvitationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, newest first
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One member
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdMembersMemberId"];
        put?: never;
        post?: never;
        /**
         * Remove a member, which needs the role owner, or leave; the last owner stays
         * @description Role: member.
         */
        delete: operations["deleteOrganizationsOrganizationIdMembersMemberId"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member; the last owner stays one
         * @description Role: owner.
         */
        patch: operations["patchOrganizationsOrganizationIdMembersMemberId"];
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages, newest first. With `q`, `tag`, `priority`, `channelId`, or a state other than `failed`, it is a search: it reads up to two seconds, and says how far it came
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One message, whole
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdMessagesMessageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/messages/{messageId}/deliveries/{channelId}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What would be sent of a message to a channel now, with every secret masked; nothing for a channel that is read
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdMessagesMessageIdDeliveriesChannelIdRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/messages/{messageId}/deliveries/{channelId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make one delivery again: the same message to the same channel, whatever became of it
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdMessagesMessageIdDeliveriesChannelIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/messages/{messageId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run today's routing again on a stored message; 404 when its webhook was deleted
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdMessagesMessageIdReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent and what became of it over time, by when it was accepted; the busiest series first
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email addresses that get no mail, because it bounced or they complained
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/suppressions/{suppressionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let an email address get mail again
         * @description Role: admin.
         */
        delete: operations["deleteOrganizationsOrganizationIdSuppressionsSuppressionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the notification that a body would become; nothing is stored or reached
         * @description Role: member.
         */
        post: operations["postOrganizationsOrganizationIdTemplatesPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List management tokens, newest first
         * @description Role: owner.
         */
        get: operations["getOrganizationsOrganizationIdTokens"];
        put?: never;
        /**
         * Issue a management token; it ends with the membership or the role of its maker
         * @description Role: owner.
         */
        post: operations["postOrganizationsOrganizationIdTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a management token, and all that it made, at once
         * @description Role: owner.
         */
        delete: operations["deleteOrganizationsOrganizationIdTokensTokenId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages and deliveries per month, newest first
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook
         * @description Role: member.
         */
        get: operations["getOrganizationsOrganizationIdWebhooksWebhookId"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook; its messages stay
         * @description Role: admin.
         */
        delete: operations["deleteOrganizationsOrganizationIdWebhooksWebhookId"];
        options?: never;
        head?: never;
        /**
         * Change a webhook; null removes a template
         * @description Role: admin.
         */
        patch: operations["patchOrganizationsOrganizationIdWebhooksWebhookId"];
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks/{webhookId}/channels/{channelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Link a channel to a webhook, or change the link
         * @description Role: admin.
         */
        put: operations["putOrganizationsOrganizationIdWebhooksWebhookIdChannelsChannelId"];
        post?: never;
        /**
         * Unlink a channel from a webhook
         * @description Role: admin.
         */
        delete: operations["deleteOrganizationsOrganizationIdWebhooksWebhookIdChannelsChannelId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks/{webhookId}/lifecycle/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show which alerts the newest messages of a webhook would have been; nothing is stored
         * @description Role: member.
         */
        post: operations["postOrganizationsOrganizationIdWebhooksWebhookIdLifecyclePreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks/{webhookId}/regenerate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new API key; the old one stops at once
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdWebhooksWebhookIdRegenerateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks/{webhookId}/regenerate-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new endpoint URL; the old one stops at once
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdWebhooksWebhookIdRegenerateUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{organizationId}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample, or this body, as a sender would; answered as a send is. A key of the webhook is not asked for
         * @description Role: admin.
         */
        post: operations["postOrganizationsOrganizationIdWebhooksWebhookIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a notification */
        post: operations["sendNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/alertmanager/api/v2/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Alertmanager: Fire and resolve up to 1,000 alerts */
        post: operations["alertmanager-post-api-v2-alerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/apprise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apprise API: Notify, as JSON or as a form */
        post: operations["apprise-post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/apprise/notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apprise API: Notify, as JSON or as a form */
        post: operations["apprise-post-notify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/apprise/notify/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apprise API: Notify, as JSON or as a form */
        post: operations["apprise-post-notify-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a notification that asks something; the answer comes back to the sender */
        post: operations["ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/discord": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Discord webhooks: Post a message */
        post: operations["discord-post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/discord/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Discord webhooks: Change a message that `?wait=true` was answered with */
        patch: operations["discord-patch-messages-id"];
        trace?: never;
    };
    "/n/{publicId}/gotify/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gotify: Create a message, as JSON or as a form */
        post: operations["gotify-post-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** ntfy: Publish a message */
        put: operations["ntfy-put"];
        /** ntfy: Publish a message */
        post: operations["ntfy-post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/{topic}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** ntfy: Publish a message */
        put: operations["ntfy-put-topic"];
        /** ntfy: Publish a message */
        post: operations["ntfy-post-topic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/{topic}/{sequence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** ntfy: Publish a message */
        put: operations["ntfy-put-topic-sequence_id"];
        /** ntfy: Publish a message */
        post: operations["ntfy-post-topic-sequence_id"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/{topic}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ntfy: Publish a message */
        get: operations["ntfy-get-topic-publish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/{topic}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ntfy: Publish a message */
        get: operations["ntfy-get-topic-send"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/{topic}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ntfy: Publish a message */
        get: operations["ntfy-get-topic-trigger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ntfy: Publish a message */
        get: operations["ntfy-get-publish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ntfy: Publish a message */
        get: operations["ntfy-get-send"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/ntfy/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ntfy: Publish a message */
        get: operations["ntfy-get-trigger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/opsgenie/v2/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opsgenie: Create an alert */
        post: operations["opsgenie-post-v2-alerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/opsgenie/v2/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opsgenie: Acknowledge an alert */
        post: operations["opsgenie-post-v2-alerts-id-acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/opsgenie/v2/alerts/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opsgenie: Close an alert */
        post: operations["opsgenie-post-v2-alerts-id-close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/opsgenie/v2/alerts/{id}/description": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Opsgenie: Change the description */
        put: operations["opsgenie-put-v2-alerts-id-description"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/opsgenie/v2/alerts/{id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Opsgenie: Change the message */
        put: operations["opsgenie-put-v2-alerts-id-message"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/opsgenie/v2/alerts/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opsgenie: Add a note */
        post: operations["opsgenie-post-v2-alerts-id-notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/pagerduty/v2/enqueue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** PagerDuty Events v2: Trigger, acknowledge or resolve */
        post: operations["pagerduty-post-v2-enqueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/slack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a notification as Slack-compatible senders do */
        post: operations["sendSlackNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/n/{publicId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Microsoft Teams webhooks: Post a MessageCard or an Adaptive Card */
        post: operations["teams-post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Alert: {
            acknowledged: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                until?: string;
            } | null;
            /** @description The channels that show it. */
            channels: {
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                /**
                 * @description Free text; need not be unique.
                 * @example Production alerts
                 */
                channelName: string;
                /** @enum {string} */
                kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
                /** @enum {string} */
                state: "shown" | "pending" | "failed";
            }[];
            /** @description Messages that said it fires. */
            count: number;
            /** @description Counts the alerts of this key, from 1. */
            episode: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            firstAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @description What its messages are about, as their sender names it. */
            key: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            lastAt: string;
            maxPriority?: number;
            message: string;
            priority?: number;
            resolved: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
            } | null;
            /** @enum {string} */
            status: "firing" | "acknowledged" | "resolved";
            tags: string[];
            title?: string;
            /** @description A prefix that says what it names, and a ULID. */
            webhookId: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            webhookName: string;
        };
        AlertSummary: {
            acknowledged: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                until?: string;
            } | null;
            /** @description Messages that said it fires. */
            count: number;
            /** @description Counts the alerts of this key, from 1. */
            episode: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            firstAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @description What its messages are about, as their sender names it. */
            key: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            lastAt: string;
            maxPriority?: number;
            message: string;
            priority?: number;
            resolved: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
            } | null;
            /** @enum {string} */
            status: "firing" | "acknowledged" | "resolved";
            tags: string[];
            title?: string;
            /** @description A prefix that says what it names, and a ULID. */
            webhookId: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            webhookName: string;
        };
        AnswerError: {
            error: string;
        };
        Ask: {
            answer: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
                /** @description Where it was answered; null: in no channel. */
                channelId: string | null;
                /** @description null: it was answered in words alone. */
                option: string | null;
                text?: string;
            } | null;
            /** @description Only these decide; empty: everybody who may answer. */
            approvers: string[];
            /** @description A prefix that says what it names, and a ULID. */
            askId: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description The same as `askId`. */
            id: string;
            message: string;
            /** @description A prefix that says what it names, and a ULID. */
            messageId: string;
            /** @description The option that is chosen when nobody answers in time. */
            onExpiry: string | null;
            options: {
                id: string;
                label: string;
                /** @enum {string} */
                style?: "primary" | "danger";
            }[];
            priority?: number;
            /** @enum {string} */
            status: "pending" | "answered" | "expired" | "cancelled";
            tags: string[];
            /** @description Whether words may be added, or given instead of an option. */
            text: boolean;
            title?: string;
            /** @description A prefix that says what it names, and a ULID. */
            webhookId: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            webhookName: string;
        };
        Asked: {
            /**
             * Format: uri
             * @description Secret: who knows it hears the answer and may cancel.
             */
            answerUrl: string;
            /** @description A prefix that says what it names, and a ULID. */
            askId: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            messageId: string;
        };
        AskingNotification: {
            ask: {
                /** @description Only these decide: `<kind>:<id of the user at the vendor>`, or the verified address of a member. */
                approvers?: string[];
                /** @description Seconds; 600 when it is not given. */
                expiresIn?: number;
                /** @description The option that is chosen when nobody answers in time. */
                onExpiry?: string;
                /** @description Their ids are unique; labels have 40 characters at most. */
                options: {
                    id: string;
                    label: string;
                    /** @enum {string} */
                    style?: "primary" | "danger";
                }[];
                /** @description Of a task of Step Functions, which the answer ends. Needs the setting STEP_FUNCTIONS; shown as `••••`. */
                taskToken?: string;
                /** @description Words may be added to the answer, or given instead of an option. */
                text?: boolean;
            };
            /** @description Truncated to 4,000 characters. None found: the whole body is the message. */
            message?: string;
            /** @description Structured data for filters. */
            payload?: {
                [key: string]: unknown;
            };
            /** @description 1 (lowest) to 5 (urgent); rounded, then clamped. */
            priority?: number;
            /** @description A list, or one comma-separated text. */
            tags?: string[] | string;
            /** @description Truncated to 200 characters. */
            title?: string;
        } & {
            [key: string]: unknown;
        };
        AskOver: {
            answer: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
                /** @description Where it was answered; null: in no channel. */
                channelId: string | null;
                /** @description null: it was answered in words alone. */
                option: string | null;
                text?: string;
            } | null;
            /** @description Only these decide; empty: everybody who may answer. */
            approvers: string[];
            /** @description A prefix that says what it names, and a ULID. */
            askId: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            error: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description The same as `askId`. */
            id: string;
            message: string;
            /** @description A prefix that says what it names, and a ULID. */
            messageId: string;
            /** @description The option that is chosen when nobody answers in time. */
            onExpiry: string | null;
            options: {
                id: string;
                label: string;
                /** @enum {string} */
                style?: "primary" | "danger";
            }[];
            priority?: number;
            /** @enum {string} */
            status: "pending" | "answered" | "expired" | "cancelled";
            tags: string[];
            /** @description Whether words may be added, or given instead of an option. */
            text: boolean;
            title?: string;
            /** @description A prefix that says what it names, and a ULID. */
            webhookId: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            webhookName: string;
        };
        AskStanding: {
            answer: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
                /** @description Where it was answered; null: in no channel. */
                channelId: string | null;
                /** @description null: it was answered in words alone. */
                option: string | null;
                text?: string;
            } | null;
            /** @description A prefix that says what it names, and a ULID. */
            askId: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            messageId: string;
            /** @enum {string} */
            status: "pending" | "answered" | "expired" | "cancelled";
        };
        AuditEntry: {
            /** @example webhook.created */
            action: string;
            actor: {
                /** @description A prefix that says what it names, and a ULID. */
                id: string | null;
                /** @description Email address of a person, name of a token. */
                name: string | null;
                /** @enum {string} */
                type: "user" | "token" | "system" | "anonymous";
            };
            /** @description The changed fields as they are; null: it is gone. */
            after: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
            /** @description The changed fields as they were, without secrets; null: it is new. */
            before: {
                [key: string]: unknown;
            } | null;
            id: string;
            /** @description Where the request came from. */
            ip: string | null;
            /** @description Why the router itself changed it. */
            reason: string | null;
            /** @description What was changed. */
            target: string;
        };
        AuthConfig: {
            /** @description A public client: code flow with PKCE. */
            clientId: string | null;
            /**
             * Format: uri
             * @description OpenID Connect issuer; null: nobody can sign in.
             */
            issuer: string | null;
            scope: string;
        };
        Channel: {
            /** @description As `/channel-kinds` says; secrets as `••••1234`. */
            config: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Why the router switched it off itself. */
            disabledReason: string | null;
            /** @description It was changed by hand since its owner made it. */
            drift: boolean;
            enabled: boolean;
            /** @description Over the last 24 hours, as counted a minute ago. */
            health: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                lastDeliveredAt: string | null;
                lastFailure: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC.
                     */
                    at: string;
                    error: string;
                } | null;
                /** @description From 201 to delivered, within 10 %. */
                p95Ms: number | null;
                /**
                 * @description `failing`: the last three deliveries failed or wait for a retry; `degraded`: the last one did, or fewer than 95 % succeed; `paused`: switched off; `unused`: nothing was routed to it.
                 * @enum {string}
                 */
                state: "healthy" | "degraded" | "failing" | "paused" | "unused";
                /** @description 0 to 1, of deliveries that came to an end. */
                successRate: number | null;
            };
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /**
             * Format: uri
             * @description Where the vendor sends presses of buttons; only if people may answer by them.
             */
            interactionUrl?: string;
            /** @enum {string} */
            kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
            /**
             * @description What owns it: a document or a stack; null: people do.
             * @enum {string|null}
             */
            managedBy: "document" | "stack" | null;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @description Present when the channel is told of problems. */
            notifyOnProblems?: boolean;
            /**
             * Format: uri
             * @description Web push only: the page on which browsers subscribe. Secret.
             */
            pushUrl?: string;
            /** @description Seconds before each retry, where it has its own. */
            retrySchedule?: number[];
            slug: string | null;
            /** @description Live Stream only. Secret. */
            streamId?: string;
            /**
             * Format: uri
             * @description Live Stream only.
             */
            streamUrl?: string;
            /** @description Web push only: how many browsers are subscribed. */
            subscriptions?: number;
            /** @description Email only, in the answer for one channel: its addresses that get no mail. */
            suppressed?: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
            /**
             * @description What it gets of alerts.
             * @enum {string}
             */
            updates: "edit" | "ends" | "each";
        };
        ChannelKind: {
            /** @description JSON Schema of `config`. */
            configSchema: {
                [key: string]: unknown;
            };
            description: string;
            /** @description Whether an alert is one post that is changed in place. */
            edits: boolean;
            /** @description The vendor's; absent where it states none. */
            limits: {
                [key: string]: number;
            };
            /** @enum {string} */
            name: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
            /** @description Paths into `config`; `headers.*` is each value of that record. */
            secretFields: string[];
            title: string;
            /** @description What `updates` of its channels may be, the default first. */
            updates: ("edit" | "ends" | "each")[];
        };
        ChannelPreview: {
            /** @description What would be sent; secrets are masked. */
            bodies: string[];
            /** @description Priority, tags and source in one line. */
            facts: string;
            message: string;
            title?: string;
        };
        ChannelTest: {
            durationMs: number;
            error?: string;
            /** @enum {string} */
            outcome: "delivered" | "retry" | "failed" | "skipped";
            /** @description The HTTP status, when an answer came. */
            status?: number;
        };
        ConfigPlan: {
            changes: {
                /** @enum {string} */
                action: "create" | "update" | "delete" | "none";
                /**
                 * @description Somebody changed it by hand, and this undoes it.
                 * @enum {boolean}
                 */
                drift?: true;
                fields: {
                    /** @description null: it is not there any more. */
                    after?: unknown;
                    /** @description null: it was not there. */
                    before?: unknown;
                    /** @example links.ops.filter */
                    path: string;
                }[];
                /** @description null: outside the document, and without one. */
                slug: string | null;
                /** @enum {string} */
                type: "channel" | "webhook";
            }[];
            /** @description The same for the same changes. */
            digest: string;
        };
        DeliveryRequests: {
            requests: {
                body: string;
                /** @description The same as a command; of an AWS service, one of the AWS CLI. */
                curl: string;
                headers: {
                    [key: string]: string;
                };
                method: string;
                url: string;
            }[];
        };
        EndedAsk: {
            answer: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                by: {
                    id?: string;
                    name?: string;
                    /** @enum {string} */
                    type: "sender" | "user" | "token" | "channel" | "system";
                };
                /** @description Where it was answered; null: in no channel. */
                channelId: string | null;
                /** @description null: it was answered in words alone. */
                option: string | null;
                text?: string;
            } | null;
            /** @description A prefix that says what it names, and a ULID. */
            askId: string;
            error: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            messageId: string;
            /** @enum {string} */
            status: "pending" | "answered" | "expired" | "cancelled";
        };
        Error: {
            details?: {
                message: string;
                path: string;
            }[];
            error: string;
        };
        ExportedDocument: {
            /** @description As `/api/v1/config-schema.json` says. */
            document: {
                [key: string]: unknown;
            };
            /** @description Names of secrets, to be given when it is applied elsewhere. */
            secretsNeeded: string[];
        };
        Filter: {
            all: components["schemas"]["Filter"][];
        } | {
            any: components["schemas"]["Filter"][];
        } | {
            not: components["schemas"]["Filter"];
        } | {
            tags: {
                any: string[];
            } | {
                all: string[];
            } | {
                none: string[];
            };
        } | {
            priority: {
                eq: number;
            } | {
                ne: number;
            } | {
                gt: number;
            } | {
                gte: number;
            } | {
                lt: number;
            } | {
                lte: number;
            } | {
                exists: boolean;
            };
        } | {
            /** @enum {string} */
            op: "exists" | "missing" | "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "notIn" | "contains" | "startsWith" | "endsWith" | "matches";
            path: string;
            value?: (string | number | boolean | null) | (string | number | boolean | null)[];
        };
        FilterEvaluation: {
            explanation: string;
            matched: boolean;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        InvalidAsk: {
            details?: {
                message: string;
                path: string;
            }[];
            error: string;
        };
        Invitation: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: email
             * @example somebody@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
        };
        IssuedInvitation: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: email
             * @example somebody@example.com
             */
            email: string;
            /** @description Whether the link was sent to the address; otherwise pass it on yourself. */
            emailed: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /**
             * Format: uri
             * @description The page of the dashboard that accepts it. Holds the token.
             */
            link: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** @description The whole token, shown this once. */
            token: string;
        };
        IssuedToken: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Who made it, and with whose removal it ends; null: made before this was noted. */
            createdBy: {
                /** @description A prefix that says what it names, and a ULID. */
                id: string | null;
                /** @description Email address of a person, name of a token. */
                name: string | null;
                /** @enum {string} */
                type: "user" | "token" | "system" | "anonymous";
            } | null;
            /**
             * Format: date-time
             * @description When it ends by itself; null: never.
             */
            expiresAt: string | null;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /**
             * Format: date-time
             * @description To the hour; null: never.
             */
            lastUsedAt: string | null;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @description The first 12 characters of the token. */
            prefix: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** @description The whole token, shown this once. */
            token: string;
        };
        JoinedOrganization: {
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
        };
        /** @description Liquid templates; what has none is read as the preset or the body says. */
        Lifecycle: {
            autoResolveSeconds?: number;
            /** @description What a message is about. */
            key?: string;
            /** @description How that stands. */
            status?: string;
        };
        LifecyclePreview: {
            /** @description What the others would have been, the newest first. */
            alerts: {
                count: number;
                episode: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                firstAt: string;
                key: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                lastAt: string;
                message: string;
                priority?: number;
                /** @enum {string} */
                status: "firing" | "acknowledged" | "resolved";
                tags: string[];
                title?: string;
            }[];
            /** @description Messages that were looked at: the newest 100 at most. */
            messages: number;
            /** @description What went wrong, such as a template that failed. */
            notes: string[];
            /** @description Those that resolve or acknowledge what was not firing. */
            withoutEffect: number;
            /** @description Those that would have stayed ordinary messages. */
            withoutKey: number;
        };
        LoopDetected: {
            error: string;
            /** @description How far it was forwarded, where its path alone does not say it. */
            reason?: string;
        };
        Me: {
            organizations: {
                /** @description A prefix that says what it names, and a ULID. */
                id: string;
                /**
                 * @description Free text; need not be unique.
                 * @example Production alerts
                 */
                name: string;
                /** @enum {string} */
                role: "member" | "admin" | "owner";
            }[];
            user: {
                email: string;
                /** @description A prefix that says what it names, and a ULID. */
                id: string;
            } | null;
        };
        Member: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: email
             * @example somebody@example.com
             */
            email: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
        };
        Message: {
            /** @description The alert that it is part of. */
            alertId: string | null;
            /** @description The ask that it shows, or whose end it tells. */
            askId: string | null;
            deliveries: {
                attempts: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC.
                     */
                    at: string;
                    durationMs: number;
                    /**
                     * @description A post was changed in its place.
                     * @enum {boolean}
                     */
                    edited?: true;
                    error?: string;
                    /** @enum {string} */
                    outcome: "delivered" | "retry" | "failed" | "skipped";
                    /** @description What the receiver answered to the first and to the newest attempt that it did not take: the first 2 KB, secrets hidden. */
                    response?: {
                        body: string;
                        contentType: string;
                        status: number;
                    };
                    status?: number;
                }[];
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                /**
                 * @description Free text; need not be unique.
                 * @example Production alerts
                 */
                channelName: string;
                /** @enum {string} */
                kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                nextAttemptAt?: string;
                /** @enum {string} */
                state: "queued" | "delivering" | "delivered" | "retrying" | "failed" | "skipped";
            }[];
            /** @enum {string} */
            format: "json" | "chat" | "text";
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            message: string;
            notes: string[];
            /**
             * @description `system`: it tells of something that no sender did, such as an answer.
             * @enum {string}
             */
            origin: "sender" | "system";
            /** @description The body as it was sent; `{}` for plain text. */
            payload: {
                [key: string]: unknown;
            };
            priority?: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            receivedAt: string;
            /** @description For every link: whether it matched, and why or why not. */
            routing: {
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                matched: boolean;
                reason: string;
            }[];
            tags: string[];
            title?: string;
            /** @description A prefix that says what it names, and a ULID. */
            webhookId: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            webhookName: string;
        };
        MessageSummary: {
            /** @description The alert that it is part of. */
            alertId: string | null;
            /** @description The ask that it shows, or whose end it tells. */
            askId: string | null;
            deliveries: {
                attempts: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC.
                     */
                    at: string;
                    durationMs: number;
                    /**
                     * @description A post was changed in its place.
                     * @enum {boolean}
                     */
                    edited?: true;
                    error?: string;
                    /** @enum {string} */
                    outcome: "delivered" | "retry" | "failed" | "skipped";
                    /** @description What the receiver answered to the first and to the newest attempt that it did not take: the first 2 KB, secrets hidden. */
                    response?: {
                        body: string;
                        contentType: string;
                        status: number;
                    };
                    status?: number;
                }[];
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                /**
                 * @description Free text; need not be unique.
                 * @example Production alerts
                 */
                channelName: string;
                /** @enum {string} */
                kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                nextAttemptAt?: string;
                /** @enum {string} */
                state: "queued" | "delivering" | "delivered" | "retrying" | "failed" | "skipped";
            }[];
            /** @enum {string} */
            format: "json" | "chat" | "text";
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            message: string;
            notes: string[];
            /**
             * @description `system`: it tells of something that no sender did, such as an answer.
             * @enum {string}
             */
            origin: "sender" | "system";
            priority?: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            receivedAt: string;
            /** @description For every link: whether it matched, and why or why not. */
            routing: {
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                matched: boolean;
                reason: string;
            }[];
            tags: string[];
            title?: string;
            /** @description A prefix that says what it names, and a ULID. */
            webhookId: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            webhookName: string;
        };
        MonthUsage: {
            /** @description By outcome; counted again after 1, 6, 24 and 45 hours, when every outcome is final. */
            deliveries: {
                delivered: number;
                failed: number;
                pending: number;
                skipped: number;
            };
            /** @description Accepted sends. Lags by up to 15 minutes. */
            messages: number;
            /**
             * @description UTC.
             * @example 2026-11
             */
            month: string;
        };
        NewOrganization: {
            /** @description Packs of 10,000 messages a month on top of the plan. */
            extraPacks: number;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @description An owner's token, shown this once. */
            managementToken?: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "business";
            usage: {
                /** @description Accepted sends; counted only where plans apply. */
                count: number;
                /** @description null: there is no limit. */
                limit: number | null;
                /**
                 * @description The current month, UTC.
                 * @example 2026-11
                 */
                month: string;
            };
        };
        /** @description Any JSON object; it is stored whole. */
        Notification: {
            /** @description Truncated to 4,000 characters. None found: the whole body is the message. */
            message?: string;
            /** @description Structured data for filters. */
            payload?: {
                [key: string]: unknown;
            };
            /** @description 1 (lowest) to 5 (urgent); rounded, then clamped. */
            priority?: number;
            /** @description A list, or one comma-separated text. */
            tags?: string[] | string;
            /** @description Truncated to 200 characters. */
            title?: string;
        } & {
            [key: string]: unknown;
        };
        NotificationPreview: {
            /** @enum {string} */
            format: "json" | "chat" | "text";
            message: string;
            notes: string[];
            priority?: number;
            tags: string[];
            title?: string;
        };
        Organization: {
            /** @description Packs of 10,000 messages a month on top of the plan. */
            extraPacks: number;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "business";
            usage: {
                /** @description Accepted sends; counted only where plans apply. */
                count: number;
                /** @description null: there is no limit. */
                limit: number | null;
                /**
                 * @description The current month, UTC.
                 * @example 2026-11
                 */
                month: string;
            };
        };
        PayloadTooLarge: {
            error: string;
            /** @description Bytes. */
            limit: number;
        };
        QuotaExceeded: {
            error: string;
            limit: number;
            plan: string;
            usage: number;
        };
        Redelivery: {
            /** @description The channels that are tried again. */
            channelIds: string[];
        };
        SendError: {
            error: string;
        };
        Sent: {
            messageId: string;
        };
        Stats: {
            /**
             * Format: date-time
             * @description What happened up to then is counted: a minute ago, unless counting is behind.
             */
            asOf: string;
            /** @enum {string} */
            bucket: "5m" | "1h" | "1d";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            from: string;
            series: {
                /** @description Null: everything, or all series that the answer has no room for. */
                id: string | null;
                /**
                 * @description Null as well when it was deleted.
                 * @example Production alerts
                 */
                name: string | null;
                points: {
                    /**
                     * Format: date-time
                     * @description When the bucket begins.
                     */
                    at: string;
                    delivered: number;
                    failed: number;
                    /** @description Accepted sends; of a channel those that were routed to it. */
                    messages: number;
                    /** @description From 201 to delivered, within 10 %; null when nothing was. */
                    p50Ms: number | null;
                    p95Ms: number | null;
                    /** @description Deliveries that are under way or wait for a retry. */
                    pending: number;
                    skipped: number;
                }[];
            }[];
            /**
             * Format: date-time
             * @description Not included.
             */
            to: string;
        };
        /** @description The `data:` line of an event, on channels with the format `json`. */
        StreamEvent: {
            message: string;
            /** @description The request body, `{}` for plain text. */
            payload?: {
                [key: string]: unknown;
            };
            priority?: number;
            tags?: string[];
            /**
             * Format: date-time
             * @description When the event was first put on the stream: the time of its id.
             */
            timestamp: string;
            title?: string;
        };
        Suppression: {
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
            /** @description The channel whose mail it was. */
            channelId: string | null;
            /** @description In the words of the receiving server. */
            detail: string | null;
            /** @description `sup_` and a hash of the address. */
            id: string;
            /** @enum {string} */
            reason: "bounce" | "complaint";
        };
        /** @description Liquid templates that map fields of the body. */
        Templates: {
            message?: string;
            priority?: string;
            tags?: string;
            title?: string;
        };
        Token: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description Who made it, and with whose removal it ends; null: made before this was noted. */
            createdBy: {
                /** @description A prefix that says what it names, and a ULID. */
                id: string | null;
                /** @description Email address of a person, name of a token. */
                name: string | null;
                /** @enum {string} */
                type: "user" | "token" | "system" | "anonymous";
            } | null;
            /**
             * Format: date-time
             * @description When it ends by itself; null: never.
             */
            expiresAt: string | null;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /**
             * Format: date-time
             * @description To the hour; null: never.
             */
            lastUsedAt: string | null;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @description The first 12 characters of the token. */
            prefix: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
        };
        UsageHistory: {
            items: components["schemas"]["MonthUsage"][];
        };
        Webhook: {
            /** @description The first 12 characters; null: no key was ever issued. */
            apiKeyPrefix: string | null;
            channels: {
                answers: boolean;
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                enabled: boolean;
                /** @description null: everything matches. */
                filter: components["schemas"]["Filter"] | null;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description It was changed by hand since its owner made it. */
            drift: boolean;
            enabled: boolean;
            /** Format: uri */
            endpointUrl: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @description null: its messages are no alerts. */
            lifecycle: components["schemas"]["Lifecycle"] | null;
            /**
             * @description What owns it: a document or a stack; null: people do.
             * @enum {string|null}
             */
            managedBy: "document" | "stack" | null;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @enum {string|null} */
            preset: "github" | "gitlab" | "grafana" | "alertmanager" | "sentry" | "stripe" | "uptime-kuma" | "aws-sns" | "aws-cloudwatch" | "aws-eventbridge" | "datadog" | "pagerduty" | "standard-webhooks" | "claude-code" | "codex" | "home-assistant" | null;
            /** @description Secret: the last path segment of the endpoint URL. */
            publicId: string;
            requireApiKey: boolean;
            slug: string | null;
            templates: components["schemas"]["Templates"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        WebhookWithKey: {
            /** @description The whole key, shown this once. */
            apiKey?: string;
            /** @description The first 12 characters; null: no key was ever issued. */
            apiKeyPrefix: string | null;
            channels: {
                answers: boolean;
                /** @description A prefix that says what it names, and a ULID. */
                channelId: string;
                enabled: boolean;
                /** @description null: everything matches. */
                filter: components["schemas"]["Filter"] | null;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description It was changed by hand since its owner made it. */
            drift: boolean;
            enabled: boolean;
            /** Format: uri */
            endpointUrl: string;
            /** @description A prefix that says what it names, and a ULID. */
            id: string;
            /** @description null: its messages are no alerts. */
            lifecycle: components["schemas"]["Lifecycle"] | null;
            /**
             * @description What owns it: a document or a stack; null: people do.
             * @enum {string|null}
             */
            managedBy: "document" | "stack" | null;
            /**
             * @description Free text; need not be unique.
             * @example Production alerts
             */
            name: string;
            /** @enum {string|null} */
            preset: "github" | "gitlab" | "grafana" | "alertmanager" | "sentry" | "stripe" | "uptime-kuma" | "aws-sns" | "aws-cloudwatch" | "aws-eventbridge" | "datadog" | "pagerduty" | "standard-webhooks" | "claude-code" | "codex" | "home-assistant" | null;
            /** @description Secret: the last path segment of the endpoint URL. */
            publicId: string;
            requireApiKey: boolean;
            slug: string | null;
            templates: components["schemas"]["Templates"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    waitForAnswer: {
        parameters: {
            query?: {
                /** @description Seconds, 0 to 25. */
                wait?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                askId: string;
                /**
                 * @description The last segment of `answerUrl`.
                 * @example text
                 */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands. With `Retry-After`: very many wait, so ask again after so many seconds. */
            200: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "askId": "text",
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "status": "pending",
                     *       "answer": {
                     *         "option": "text",
                     *         "text": "text",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "at": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "expiresAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AskStanding"];
                };
            };
            /** @description `wait` is no number from 0 to 25. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidAsk"];
                };
            };
            /** @description No such address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["AnswerError"];
                };
            };
        };
    };
    cancelAsk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                askId: string;
                /**
                 * @description The last segment of `answerUrl`.
                 * @example text
                 */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No such address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["AnswerError"];
                };
            };
            /** @description It has ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "askId": "text",
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "status": "pending",
                     *       "answer": {
                     *         "option": "text",
                     *         "text": "text",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "at": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "expiresAt": "2026-11-20T10:00:00.000Z",
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["EndedAsk"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    streamNotifications: {
        parameters: {
            query?: {
                /** @description Like `Last-Event-ID`. */
                since?: string;
            };
            header?: {
                /** @description Replay what came after it. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream: `: connected`, events, and `: keepalive` every 30 seconds. An event is an `id:` line, a ULID, and a `data:` line: a `StreamEvent`, or fields separated by ` | ` on channels with the format `text`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/event-stream": string;
                };
            };
            /** @description No such stream, or it is switched off. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description `Method not allowed`: what any other method is told. */
            405: {
                headers: {
                    /** @description The one there is. */
                    Allow?: "GET";
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description Too many connections. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description The stream service does not run or is not reached. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
        };
    };
    getAuthConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenID Connect issuer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuer": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "clientId": "text",
                     *       "scope": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthConfig"];
                };
            };
        };
    };
    getChannelKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "live-stream",
                     *           "title": "Disk full on web-1",
                     *           "description": "text",
                     *           "configSchema": {},
                     *           "secretFields": [
                     *             "text"
                     *           ],
                     *           "edits": true,
                     *           "updates": [
                     *             "edit"
                     *           ],
                     *           "limits": {}
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ChannelKind"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConfigSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema 2020-12. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HTML. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/html": string;
                };
            };
        };
    };
    postInvitationsTokenAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `nri_` and 64 hexadecimal characters. Secret.
                 * @example text
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "name": "Production alerts",
                     *       "role": "member"
                     *     }
                     */
                    "application/json": components["schemas"]["JoinedOrganization"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "email": "text"
                     *       },
                     *       "organizations": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts",
                     *           "role": "member"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    postOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Production alerts"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "name": "Production alerts",
                     *       "plan": "free",
                     *       "extraPacks": 1,
                     *       "usage": {
                     *         "month": "2026-11",
                     *         "count": 1,
                     *         "limit": 1
                     *       },
                     *       "managementToken": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["NewOrganization"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or 100 of them that one person or organisation made today. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "name": "Production alerts",
                     *       "plan": "free",
                     *       "extraPacks": 1,
                     *       "usage": {
                     *         "month": "2026-11",
                     *         "count": 1,
                     *         "limit": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm": "text"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the organisation. */
                    confirm: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchOrganizationsOrganizationId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme"
                 *     }
                 */
                "application/json": {
                    extraPacks?: number;
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name?: string;
                    /** @enum {string} */
                    plan?: "free" | "pro" | "business";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "name": "Production alerts",
                     *       "plan": "free",
                     *       "extraPacks": 1,
                     *       "usage": {
                     *         "month": "2026-11",
                     *         "count": 1,
                     *         "limit": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdAlerts: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Began at or after this time. */
                from?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
                /** @description `open`: firing or acknowledged. */
                status?: "firing" | "acknowledged" | "resolved" | "open";
                /** @description Began at or before this time. */
                to?: string;
                /** @description A prefix that says what it names, and a ULID. */
                webhookId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "webhookName": "Production alerts",
                     *           "key": "text",
                     *           "status": "firing",
                     *           "episode": 1,
                     *           "title": "Disk full on web-1",
                     *           "message": "The disk of web-1 is 95 % full.",
                     *           "priority": 4,
                     *           "tags": [
                     *             "disk",
                     *             "prod"
                     *           ],
                     *           "maxPriority": 1,
                     *           "count": 1,
                     *           "firstAt": "2026-11-20T10:00:00.000Z",
                     *           "lastAt": "2026-11-20T10:00:00.000Z",
                     *           "acknowledged": {
                     *             "at": "2026-11-20T10:00:00.000Z",
                     *             "by": {
                     *               "type": "sender",
                     *               "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "name": "Production alerts"
                     *             },
                     *             "until": "2026-11-20T10:00:00.000Z"
                     *           },
                     *           "resolved": {
                     *             "at": "2026-11-20T10:00:00.000Z",
                     *             "by": {
                     *               "type": "sender",
                     *               "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "name": "Production alerts"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["AlertSummary"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdAlertsAlertId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                alertId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "key": "text",
                     *       "status": "firing",
                     *       "episode": 1,
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "maxPriority": 1,
                     *       "count": 1,
                     *       "firstAt": "2026-11-20T10:00:00.000Z",
                     *       "lastAt": "2026-11-20T10:00:00.000Z",
                     *       "acknowledged": {
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "until": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "resolved": {
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         }
                     *       },
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "channelName": "Production alerts",
                     *           "kind": "live-stream",
                     *           "state": "shown"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdAlertsAlertIdAcknowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                alertId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 60
                 *     }
                 */
                "application/json": {
                    /** @description After so long it fires again. */
                    seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "key": "text",
                     *       "status": "firing",
                     *       "episode": 1,
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "maxPriority": 1,
                     *       "count": 1,
                     *       "firstAt": "2026-11-20T10:00:00.000Z",
                     *       "lastAt": "2026-11-20T10:00:00.000Z",
                     *       "acknowledged": {
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "until": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "resolved": {
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         }
                     *       },
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "channelName": "Production alerts",
                     *           "kind": "live-stream",
                     *           "state": "shown"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdAlertsAlertIdResolve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                alertId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "key": "text",
                     *       "status": "firing",
                     *       "episode": 1,
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "maxPriority": 1,
                     *       "count": 1,
                     *       "firstAt": "2026-11-20T10:00:00.000Z",
                     *       "lastAt": "2026-11-20T10:00:00.000Z",
                     *       "acknowledged": {
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "until": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "resolved": {
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         }
                     *       },
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "channelName": "Production alerts",
                     *           "kind": "live-stream",
                     *           "state": "shown"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdAsks: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
                status?: "pending" | "answered" | "expired" | "cancelled";
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "askId": "text",
                     *           "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "status": "pending",
                     *           "answer": {
                     *             "option": "text",
                     *             "text": "text",
                     *             "by": {
                     *               "type": "sender",
                     *               "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "name": "Production alerts"
                     *             },
                     *             "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *             "at": "2026-11-20T10:00:00.000Z"
                     *           },
                     *           "expiresAt": "2026-11-20T10:00:00.000Z",
                     *           "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "webhookName": "Production alerts",
                     *           "title": "Disk full on web-1",
                     *           "message": "The disk of web-1 is 95 % full.",
                     *           "priority": 4,
                     *           "tags": [
                     *             "disk",
                     *             "prod"
                     *           ],
                     *           "options": [
                     *             {
                     *               "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "label": "text",
                     *               "style": "primary"
                     *             }
                     *           ],
                     *           "text": true,
                     *           "onExpiry": "text",
                     *           "approvers": [
                     *             "text"
                     *           ],
                     *           "createdAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Ask"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdAsksAskId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                askId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "askId": "text",
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "status": "pending",
                     *       "answer": {
                     *         "option": "text",
                     *         "text": "text",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "at": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "expiresAt": "2026-11-20T10:00:00.000Z",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "options": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "label": "text",
                     *           "style": "primary"
                     *         }
                     *       ],
                     *       "text": true,
                     *       "onExpiry": "text",
                     *       "approvers": [
                     *         "text"
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Ask"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdAsksAskIdAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example text
                 */
                askId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "option": "text",
                 *       "text": "text"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the option. */
                    option?: string | null;
                    /** @description Only where the ask takes text. */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "askId": "text",
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "status": "pending",
                     *       "answer": {
                     *         "option": "text",
                     *         "text": "text",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "at": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "expiresAt": "2026-11-20T10:00:00.000Z",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "options": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "label": "text",
                     *           "style": "primary"
                     *         }
                     *       ],
                     *       "text": true,
                     *       "onExpiry": "text",
                     *       "approvers": [
                     *         "text"
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Ask"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "askId": "text",
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "status": "pending",
                     *       "answer": {
                     *         "option": "text",
                     *         "text": "text",
                     *         "by": {
                     *           "type": "sender",
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts"
                     *         },
                     *         "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "at": "2026-11-20T10:00:00.000Z"
                     *       },
                     *       "expiresAt": "2026-11-20T10:00:00.000Z",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "options": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "label": "text",
                     *           "style": "primary"
                     *         }
                     *       ],
                     *       "text": true,
                     *       "onExpiry": "text",
                     *       "approvers": [
                     *         "text"
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["AskOver"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdAudit: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "at": "2026-11-20T10:00:00.000Z",
                     *           "actor": {
                     *             "type": "user",
                     *             "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *             "name": "Production alerts"
                     *           },
                     *           "action": "webhook.created",
                     *           "target": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "reason": "no filter: everything matches",
                     *           "before": {},
                     *           "after": {},
                     *           "ip": "text"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdChannelDraftsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "webhook",
                 *       "config": {
                 *         "url": "https://example.com/hook"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As `/channel-kinds` says for the kind. */
                    config: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "facts": "text",
                     *       "bodies": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelPreview"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdChannelDraftsTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "webhook",
                 *       "config": {
                 *         "url": "https://example.com/hook"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As `/channel-kinds` says for the kind. */
                    config: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "delivered",
                     *       "status": 1,
                     *       "error": "Not found",
                     *       "durationMs": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelTest"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdChannels: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "kind": "live-stream",
                     *           "name": "Production alerts",
                     *           "enabled": true,
                     *           "disabledReason": "text",
                     *           "config": {},
                     *           "retrySchedule": [
                     *             1
                     *           ],
                     *           "notifyOnProblems": true,
                     *           "updates": "edit",
                     *           "slug": "production-alerts",
                     *           "managedBy": "document",
                     *           "drift": true,
                     *           "streamId": "text",
                     *           "streamUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *           "pushUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *           "interactionUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *           "subscriptions": 1,
                     *           "suppressed": [
                     *             "text"
                     *           ],
                     *           "health": {
                     *             "state": "healthy",
                     *             "successRate": 1,
                     *             "p95Ms": 1,
                     *             "lastDeliveredAt": "2026-11-20T10:00:00.000Z",
                     *             "lastFailure": {
                     *               "at": "2026-11-20T10:00:00.000Z",
                     *               "error": "Not found"
                     *             }
                     *           },
                     *           "createdAt": "2026-11-20T10:00:00.000Z",
                     *           "updatedAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Channel"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On call",
                 *       "kind": "webhook",
                 *       "config": {
                 *         "url": "https://example.com/hook"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As `/channel-kinds` says for the kind. */
                    config: {
                        [key: string]: unknown;
                    };
                    /** @default true */
                    enabled?: boolean;
                    /** @enum {string} */
                    kind: "live-stream" | "webhook" | "slack" | "discord" | "teams" | "google-chat" | "mattermost" | "rocket-chat" | "zulip" | "matrix" | "telegram" | "whatsapp" | "twilio" | "web-push" | "ntfy" | "gotify" | "pushover" | "pagerduty" | "email" | "sms" | "sns" | "eventbridge" | "sqs";
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name: string;
                    /** @description Tell this channel when the router switches another one of the organisation off. */
                    notifyOnProblems?: boolean;
                    /**
                     * @description Seconds before each retry, instead of the router's own schedule.
                     * @example [
                     *       5,
                     *       60,
                     *       3600
                     *     ]
                     */
                    retrySchedule?: number[];
                    /**
                     * @description Of an alert: one post that follows it; its beginning, what is louder and its end; or each message.
                     * @enum {string}
                     */
                    updates?: "edit" | "ends" | "each";
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "kind": "live-stream",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "disabledReason": "text",
                     *       "config": {},
                     *       "retrySchedule": [
                     *         1
                     *       ],
                     *       "notifyOnProblems": true,
                     *       "updates": "edit",
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "streamId": "text",
                     *       "streamUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "pushUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "interactionUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "subscriptions": 1,
                     *       "suppressed": [
                     *         "text"
                     *       ],
                     *       "health": {
                     *         "state": "healthy",
                     *         "successRate": 1,
                     *         "p95Ms": 1,
                     *         "lastDeliveredAt": "2026-11-20T10:00:00.000Z",
                     *         "lastFailure": {
                     *           "at": "2026-11-20T10:00:00.000Z",
                     *           "error": "Not found"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdChannelsChannelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "kind": "live-stream",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "disabledReason": "text",
                     *       "config": {},
                     *       "retrySchedule": [
                     *         1
                     *       ],
                     *       "notifyOnProblems": true,
                     *       "updates": "edit",
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "streamId": "text",
                     *       "streamUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "pushUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "interactionUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "subscriptions": 1,
                     *       "suppressed": [
                     *         "text"
                     *       ],
                     *       "health": {
                     *         "state": "healthy",
                     *         "successRate": 1,
                     *         "p95Ms": 1,
                     *         "lastDeliveredAt": "2026-11-20T10:00:00.000Z",
                     *         "lastFailure": {
                     *           "at": "2026-11-20T10:00:00.000Z",
                     *           "error": "Not found"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdChannelsChannelId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchOrganizationsOrganizationIdChannelsChannelId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On call",
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /** @description As `/channel-kinds` says for the kind. */
                    config?: {
                        [key: string]: unknown;
                    };
                    enabled?: boolean;
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name?: string;
                    /** @description Tell this channel when the router switches another one of the organisation off. */
                    notifyOnProblems?: boolean;
                    /**
                     * @description `null`: the router's own schedule.
                     * @example [
                     *       5,
                     *       60,
                     *       3600
                     *     ]
                     */
                    retrySchedule?: number[] | null;
                    /** @example production-alerts */
                    slug?: string | null;
                    /**
                     * @description Of an alert: one post that follows it; its beginning, what is louder and its end; or each message.
                     * @enum {string}
                     */
                    updates?: "edit" | "ends" | "each";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "kind": "live-stream",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "disabledReason": "text",
                     *       "config": {},
                     *       "retrySchedule": [
                     *         1
                     *       ],
                     *       "notifyOnProblems": true,
                     *       "updates": "edit",
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "streamId": "text",
                     *       "streamUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "pushUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "interactionUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "subscriptions": 1,
                     *       "suppressed": [
                     *         "text"
                     *       ],
                     *       "health": {
                     *         "state": "healthy",
                     *         "successRate": 1,
                     *         "p95Ms": 1,
                     *         "lastDeliveredAt": "2026-11-20T10:00:00.000Z",
                     *         "lastFailure": {
                     *           "at": "2026-11-20T10:00:00.000Z",
                     *           "error": "Not found"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdChannelsChannelIdRegeneratePushUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "kind": "live-stream",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "disabledReason": "text",
                     *       "config": {},
                     *       "retrySchedule": [
                     *         1
                     *       ],
                     *       "notifyOnProblems": true,
                     *       "updates": "edit",
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "streamId": "text",
                     *       "streamUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "pushUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "interactionUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "subscriptions": 1,
                     *       "suppressed": [
                     *         "text"
                     *       ],
                     *       "health": {
                     *         "state": "healthy",
                     *         "successRate": 1,
                     *         "p95Ms": 1,
                     *         "lastDeliveredAt": "2026-11-20T10:00:00.000Z",
                     *         "lastFailure": {
                     *           "at": "2026-11-20T10:00:00.000Z",
                     *           "error": "Not found"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdChannelsChannelIdRegenerateStreamId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "kind": "live-stream",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "disabledReason": "text",
                     *       "config": {},
                     *       "retrySchedule": [
                     *         1
                     *       ],
                     *       "notifyOnProblems": true,
                     *       "updates": "edit",
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "streamId": "text",
                     *       "streamUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "pushUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "interactionUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "subscriptions": 1,
                     *       "suppressed": [
                     *         "text"
                     *       ],
                     *       "health": {
                     *         "state": "healthy",
                     *         "successRate": 1,
                     *         "p95Ms": 1,
                     *         "lastDeliveredAt": "2026-11-20T10:00:00.000Z",
                     *         "lastFailure": {
                     *           "at": "2026-11-20T10:00:00.000Z",
                     *           "error": "Not found"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdChannelsChannelIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "delivered",
                     *       "status": 1,
                     *       "error": "Not found",
                     *       "durationMs": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelTest"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {},
                     *       "secretsNeeded": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportedDocument"];
                    /** @example text */
                    "application/yaml": string;
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdConfigApply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 1,
                 *         "channels": {
                 *           "live": {
                 *             "kind": "live-stream",
                 *             "name": "Live",
                 *             "config": {
                 *               "format": "text"
                 *             }
                 *           }
                 *         },
                 *         "webhooks": {
                 *           "ci": {
                 *             "name": "CI",
                 *             "preset": "github",
                 *             "links": {
                 *               "live": {
                 *                 "filter": {
                 *                   "priority": {
                 *                     "gte": 3
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "secrets": {
                 *         "ops-slack-token": "xoxb-example-token"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Of the plan that was seen: applying is answered 409 when the plan would be another by now. */
                    digest?: string;
                    /** @description As `/api/v1/config-schema.json` says: an object, or YAML text. */
                    document: {
                        [key: string]: unknown;
                    } | string;
                    /**
                     * @description Delete what documents have made and this one does not name.
                     * @default false
                     */
                    prune?: boolean;
                    /**
                     * @description Secrets by the names in the document; unused names are ignored.
                     * @default {}
                     */
                    secrets?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "type": "channel",
                     *           "slug": "production-alerts",
                     *           "fields": [
                     *             {
                     *               "path": "links.ops.filter",
                     *               "before": "text",
                     *               "after": "text"
                     *             }
                     *           ],
                     *           "drift": true
                     *         }
                     *       ],
                     *       "digest": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigPlan"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The plan would be another than the one of the digest. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or the plan allows no more. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdConfigPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 1,
                 *         "channels": {
                 *           "live": {
                 *             "kind": "live-stream",
                 *             "name": "Live",
                 *             "config": {
                 *               "format": "text"
                 *             }
                 *           }
                 *         },
                 *         "webhooks": {
                 *           "ci": {
                 *             "name": "CI",
                 *             "preset": "github",
                 *             "links": {
                 *               "live": {
                 *                 "filter": {
                 *                   "priority": {
                 *                     "gte": 3
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "prune": true
                 *     }
                 */
                "application/json": {
                    /** @description Of the plan that was seen: applying is answered 409 when the plan would be another by now. */
                    digest?: string;
                    /** @description As `/api/v1/config-schema.json` says: an object, or YAML text. */
                    document: {
                        [key: string]: unknown;
                    } | string;
                    /**
                     * @description Delete what documents have made and this one does not name.
                     * @default false
                     */
                    prune?: boolean;
                    /**
                     * @description Secrets by the names in the document; unused names are ignored.
                     * @default {}
                     */
                    secrets?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "type": "channel",
                     *           "slug": "production-alerts",
                     *           "fields": [
                     *             {
                     *               "path": "links.ops.filter",
                     *               "before": "text",
                     *               "after": "text"
                     *             }
                     *           ],
                     *           "drift": true
                     *         }
                     *       ],
                     *       "digest": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigPlan"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or the plan allows no more. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdFiltersEvaluate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "priority": {
                 *           "gte": 4
                 *         }
                 *       },
                 *       "body": {
                 *         "priority": 5
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A JSON body as it would be sent. */
                    body?: {
                        [key: string]: unknown;
                    };
                    /** @description null: everything matches. */
                    filter: components["schemas"]["Filter"] | null;
                    /** @description A prefix that says what it names, and a ULID. */
                    messageId?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": true,
                     *       "explanation": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["FilterEvaluation"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdInvitations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "email": "somebody@example.com",
                     *           "role": "member",
                     *           "createdAt": "2026-11-20T10:00:00.000Z",
                     *           "expiresAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Invitation"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "somebody@example.com",
                 *       "role": "member"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @example somebody@example.com
                     */
                    email: string;
                    /** @enum {string} */
                    role: "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "email": "somebody@example.com",
                     *       "role": "member",
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "expiresAt": "2026-11-20T10:00:00.000Z",
                     *       "token": "text",
                     *       "link": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "emailed": true
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedInvitation"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or 100 of them that one person or organisation made today. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdInvitationsInvitationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example inv_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                invitationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdMembers: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "email": "somebody@example.com",
                     *           "role": "member",
                     *           "createdAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Member"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdMembersMemberId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example usr_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                memberId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "email": "somebody@example.com",
                     *       "role": "member",
                     *       "createdAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdMembersMemberId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example usr_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                memberId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchOrganizationsOrganizationIdMembersMemberId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example usr_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                memberId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "member"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    role: "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "email": "somebody@example.com",
                     *       "role": "member",
                     *       "createdAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdMessages: {
        parameters: {
            query?: {
                /** @description Part of this alert. */
                alertId?: string;
                /** @description It went to this channel. */
                channelId?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Received at or after this time. */
                from?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
                /** @description At least this priority. */
                priority?: number;
                /** @description Part of the title or the message, in any case. */
                q?: string;
                /** @description At least one delivery is in this state; with `channelId`, the delivery to that channel. */
                state?: "queued" | "delivering" | "delivered" | "retrying" | "failed" | "skipped";
                /** @description One of its tags, in any case. */
                tag?: string;
                /** @description Received at or before this time. */
                to?: string;
                /** @description A prefix that says what it names, and a ULID. */
                webhookId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "webhookName": "Production alerts",
                     *           "title": "Disk full on web-1",
                     *           "message": "The disk of web-1 is 95 % full.",
                     *           "priority": 4,
                     *           "tags": [
                     *             "disk",
                     *             "prod"
                     *           ],
                     *           "format": "json",
                     *           "receivedAt": "2026-11-20T10:00:00.000Z",
                     *           "deliveries": [
                     *             {
                     *               "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "channelName": "Production alerts",
                     *               "kind": "live-stream",
                     *               "state": "queued",
                     *               "attempts": [
                     *                 {
                     *                   "at": "2026-11-20T10:00:00.000Z",
                     *                   "outcome": "delivered",
                     *                   "status": 1,
                     *                   "error": "Not found",
                     *                   "durationMs": 1,
                     *                   "edited": true,
                     *                   "response": {
                     *                     "status": 1,
                     *                     "contentType": "text",
                     *                     "body": "text"
                     *                   }
                     *                 }
                     *               ],
                     *               "nextAttemptAt": "2026-11-20T10:00:00.000Z"
                     *             }
                     *           ],
                     *           "routing": [
                     *             {
                     *               "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "matched": true,
                     *               "reason": "no filter: everything matches"
                     *             }
                     *           ],
                     *           "notes": [
                     *             "text"
                     *           ],
                     *           "alertId": "text",
                     *           "askId": "text",
                     *           "origin": "sender"
                     *         }
                     *       ],
                     *       "nextCursor": null,
                     *       "searchedTo": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["MessageSummary"][];
                        nextCursor: string | null;
                        /**
                         * Format: date-time
                         * @description A search alone has it: everything received since then was looked at; null: everything there is. Go on with `nextCursor`.
                         */
                        searchedTo?: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdMessagesMessageId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example msg_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                messageId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookId": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "webhookName": "Production alerts",
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "format": "json",
                     *       "receivedAt": "2026-11-20T10:00:00.000Z",
                     *       "deliveries": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "channelName": "Production alerts",
                     *           "kind": "live-stream",
                     *           "state": "queued",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-20T10:00:00.000Z",
                     *               "outcome": "delivered",
                     *               "status": 1,
                     *               "error": "Not found",
                     *               "durationMs": 1,
                     *               "edited": true,
                     *               "response": {
                     *                 "status": 1,
                     *                 "contentType": "text",
                     *                 "body": "text"
                     *               }
                     *             }
                     *           ],
                     *           "nextAttemptAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "routing": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "matched": true,
                     *           "reason": "no filter: everything matches"
                     *         }
                     *       ],
                     *       "notes": [
                     *         "text"
                     *       ],
                     *       "alertId": "text",
                     *       "askId": "text",
                     *       "origin": "sender",
                     *       "payload": {
                     *         "host": "web-1"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdMessagesMessageIdDeliveriesChannelIdRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example msg_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                messageId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "method": "POST",
                     *           "url": "https://example.com/hook",
                     *           "headers": {},
                     *           "body": "text",
                     *           "curl": "curl -X POST 'https://example.com/hook'"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryRequests"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdMessagesMessageIdDeliveriesChannelIdRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example msg_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                messageId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channelIds": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdMessagesMessageIdReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example msg_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                messageId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channelIds": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdStats: {
        parameters: {
            query?: {
                /** @description 5 minutes are kept for 31 days, hours and days (UTC) for 13 months. */
                bucket?: "5m" | "1h" | "1d";
                by?: "none" | "webhook" | "channel";
                /** @description Widened to a whole bucket; a day before `to` when it is left out. */
                from?: string;
                /** @description Widened to a whole bucket; now when it is left out. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-20T10:00:00.000Z",
                     *       "to": "2026-11-20T10:00:00.000Z",
                     *       "bucket": "5m",
                     *       "asOf": "2026-11-20T10:00:00.000Z",
                     *       "series": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts",
                     *           "points": [
                     *             {
                     *               "at": "2026-11-20T10:00:00.000Z",
                     *               "messages": 1,
                     *               "delivered": 1,
                     *               "failed": 1,
                     *               "skipped": 1,
                     *               "pending": 1,
                     *               "p50Ms": 1,
                     *               "p95Ms": 1
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdSuppressions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "address": "text",
                     *           "reason": "bounce",
                     *           "detail": "text",
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "at": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Suppression"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdSuppressionsSuppressionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /** @example text */
                suppressionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdTemplatesPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "templates": {
                 *         "title": "{{ service }} is {{ state }}"
                 *       },
                 *       "body": {
                 *         "service": "shop",
                 *         "state": "down"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What would be sent: a JSON object, or the text of a body of any type. */
                    body: {
                        [key: string]: unknown;
                    } | string;
                    /** @description Request headers. An object as body counts as application/json unless they say otherwise. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @enum {string} */
                    preset?: "github" | "gitlab" | "grafana" | "alertmanager" | "sentry" | "stripe" | "uptime-kuma" | "aws-sns" | "aws-cloudwatch" | "aws-eventbridge" | "datadog" | "pagerduty" | "standard-webhooks" | "claude-code" | "codex" | "home-assistant";
                    templates?: components["schemas"]["Templates"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "Disk full on web-1",
                     *       "message": "The disk of web-1 is 95 % full.",
                     *       "priority": 4,
                     *       "tags": [
                     *         "disk",
                     *         "prod"
                     *       ],
                     *       "format": "json",
                     *       "notes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationPreview"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdTokens: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "name": "Production alerts",
                     *           "role": "member",
                     *           "prefix": "text",
                     *           "createdAt": "2026-11-20T10:00:00.000Z",
                     *           "createdBy": {
                     *             "type": "user",
                     *             "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *             "name": "Production alerts"
                     *           },
                     *           "expiresAt": "2026-11-20T10:00:00.000Z",
                     *           "lastUsedAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Token"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "CI",
                 *       "role": "admin"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it ends by itself, in the future. Never when left out.
                     */
                    expiresAt?: string;
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name: string;
                    /** @enum {string} */
                    role: "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "name": "Production alerts",
                     *       "role": "member",
                     *       "prefix": "text",
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "createdBy": {
                     *         "type": "user",
                     *         "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *         "name": "Production alerts"
                     *       },
                     *       "expiresAt": "2026-11-20T10:00:00.000Z",
                     *       "lastUsedAt": "2026-11-20T10:00:00.000Z",
                     *       "token": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdTokensTokenId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example tok_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdUsage: {
        parameters: {
            query?: {
                /** @description The current one included. */
                months?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "month": "2026-11",
                     *           "messages": 1,
                     *           "deliveries": {
                     *             "delivered": 1,
                     *             "failed": 1,
                     *             "skipped": 1,
                     *             "pending": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageHistory"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdWebhooks: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description How many items at most, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *           "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *           "name": "Production alerts",
                     *           "enabled": true,
                     *           "requireApiKey": true,
                     *           "apiKeyPrefix": "text",
                     *           "preset": "github",
                     *           "templates": {
                     *             "title": "Disk full on web-1",
                     *             "message": "The disk of web-1 is 95 % full.",
                     *             "priority": "text",
                     *             "tags": "text"
                     *           },
                     *           "lifecycle": {
                     *             "key": "text",
                     *             "status": "text",
                     *             "autoResolveSeconds": 60
                     *           },
                     *           "slug": "production-alerts",
                     *           "managedBy": "document",
                     *           "drift": true,
                     *           "channels": [
                     *             {
                     *               "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *               "enabled": true,
                     *               "filter": {
                     *                 "priority": {
                     *                   "gte": 4
                     *                 }
                     *               },
                     *               "answers": true
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T10:00:00.000Z",
                     *           "updatedAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Webhook"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Production alerts",
                 *       "requireApiKey": false,
                 *       "preset": "github",
                 *       "templates": {
                 *         "title": "Disk full on web-1",
                 *         "message": "The disk of web-1 is 95 % full.",
                 *         "priority": "text",
                 *         "tags": "text"
                 *       },
                 *       "lifecycle": {
                 *         "key": "text",
                 *         "status": "text",
                 *         "autoResolveSeconds": 60
                 *       }
                 *     }
                 */
                "application/json": {
                    lifecycle?: components["schemas"]["Lifecycle"] | null;
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name: string;
                    /** @enum {string} */
                    preset?: "github" | "gitlab" | "grafana" | "alertmanager" | "sentry" | "stripe" | "uptime-kuma" | "aws-sns" | "aws-cloudwatch" | "aws-eventbridge" | "datadog" | "pagerduty" | "standard-webhooks" | "claude-code" | "codex" | "home-assistant";
                    /** @default false */
                    requireApiKey?: boolean;
                    templates?: components["schemas"]["Templates"];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *       "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "requireApiKey": true,
                     *       "apiKeyPrefix": "text",
                     *       "preset": "github",
                     *       "templates": {
                     *         "title": "Disk full on web-1",
                     *         "message": "The disk of web-1 is 95 % full.",
                     *         "priority": "text",
                     *         "tags": "text"
                     *       },
                     *       "lifecycle": {
                     *         "key": "text",
                     *         "status": "text",
                     *         "autoResolveSeconds": 60
                     *       },
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "enabled": true,
                     *           "filter": {
                     *             "priority": {
                     *               "gte": 4
                     *             }
                     *           },
                     *           "answers": true
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z",
                     *       "apiKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithKey"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests, or the plan allows no more. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationsOrganizationIdWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *       "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "requireApiKey": true,
                     *       "apiKeyPrefix": "text",
                     *       "preset": "github",
                     *       "templates": {
                     *         "title": "Disk full on web-1",
                     *         "message": "The disk of web-1 is 95 % full.",
                     *         "priority": "text",
                     *         "tags": "text"
                     *       },
                     *       "lifecycle": {
                     *         "key": "text",
                     *         "status": "text",
                     *         "autoResolveSeconds": 60
                     *       },
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "enabled": true,
                     *           "filter": {
                     *             "priority": {
                     *               "gte": 4
                     *             }
                     *           },
                     *           "answers": true
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Still what the answer with the ETag in If-None-Match said. No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchOrganizationsOrganizationIdWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Deployments",
                 *       "templates": {
                 *         "title": null
                 *       }
                 *     }
                 */
                "application/json": {
                    enabled?: boolean;
                    lifecycle?: components["schemas"]["Lifecycle"] | null;
                    /**
                     * @description Free text; need not be unique.
                     * @example Production alerts
                     */
                    name?: string;
                    requireApiKey?: boolean;
                    /** @example production-alerts */
                    slug?: string | null;
                    templates?: {
                        message?: string | null;
                        priority?: string | null;
                        tags?: string | null;
                        title?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *       "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "requireApiKey": true,
                     *       "apiKeyPrefix": "text",
                     *       "preset": "github",
                     *       "templates": {
                     *         "title": "Disk full on web-1",
                     *         "message": "The disk of web-1 is 95 % full.",
                     *         "priority": "text",
                     *         "tags": "text"
                     *       },
                     *       "lifecycle": {
                     *         "key": "text",
                     *         "status": "text",
                     *         "autoResolveSeconds": 60
                     *       },
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "enabled": true,
                     *           "filter": {
                     *             "priority": {
                     *               "gte": 4
                     *             }
                     *           },
                     *           "answers": true
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putOrganizationsOrganizationIdWebhooksWebhookIdChannelsChannelId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "filter": {
                 *         "priority": {
                 *           "gte": 4
                 *         }
                 *       },
                 *       "answers": true
                 *     }
                 */
                "application/json": {
                    /** @description Its people may answer asks, and acknowledge and resolve alerts, where they read them. Not given: as it was, at first false. */
                    answers?: boolean;
                    /** @default true */
                    enabled?: boolean;
                    /** @description null: everything matches. */
                    filter?: components["schemas"]["Filter"] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *       "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "requireApiKey": true,
                     *       "apiKeyPrefix": "text",
                     *       "preset": "github",
                     *       "templates": {
                     *         "title": "Disk full on web-1",
                     *         "message": "The disk of web-1 is 95 % full.",
                     *         "priority": "text",
                     *         "tags": "text"
                     *       },
                     *       "lifecycle": {
                     *         "key": "text",
                     *         "status": "text",
                     *         "autoResolveSeconds": 60
                     *       },
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "enabled": true,
                     *           "filter": {
                     *             "priority": {
                     *               "gte": 4
                     *             }
                     *           },
                     *           "answers": true
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganizationsOrganizationIdWebhooksWebhookIdChannelsChannelId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example ch_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                channelId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdWebhooksWebhookIdLifecyclePreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lifecycle": {
                 *         "key": "text",
                 *         "status": "text",
                 *         "autoResolveSeconds": 60
                 *       }
                 *     }
                 */
                "application/json": {
                    lifecycle: components["schemas"]["Lifecycle"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": 1,
                     *       "withoutKey": 1,
                     *       "withoutEffect": 1,
                     *       "alerts": [
                     *         {
                     *           "key": "text",
                     *           "status": "firing",
                     *           "episode": 1,
                     *           "title": "Disk full on web-1",
                     *           "message": "The disk of web-1 is 95 % full.",
                     *           "priority": 4,
                     *           "tags": [
                     *             "disk",
                     *             "prod"
                     *           ],
                     *           "count": 1,
                     *           "firstAt": "2026-11-20T10:00:00.000Z",
                     *           "lastAt": "2026-11-20T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "notes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LifecyclePreview"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdWebhooksWebhookIdRegenerateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *       "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "requireApiKey": true,
                     *       "apiKeyPrefix": "text",
                     *       "preset": "github",
                     *       "templates": {
                     *         "title": "Disk full on web-1",
                     *         "message": "The disk of web-1 is 95 % full.",
                     *         "priority": "text",
                     *         "tags": "text"
                     *       },
                     *       "lifecycle": {
                     *         "key": "text",
                     *         "status": "text",
                     *         "autoResolveSeconds": 60
                     *       },
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "enabled": true,
                     *           "filter": {
                     *             "priority": {
                     *               "gte": 4
                     *             }
                     *           },
                     *           "answers": true
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z",
                     *       "apiKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithKey"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdWebhooksWebhookIdRegenerateUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change; a newer one is a 409. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "publicId": "V1StGXR8_Z5jdHi6B-myT",
                     *       "endpointUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "name": "Production alerts",
                     *       "enabled": true,
                     *       "requireApiKey": true,
                     *       "apiKeyPrefix": "text",
                     *       "preset": "github",
                     *       "templates": {
                     *         "title": "Disk full on web-1",
                     *         "message": "The disk of web-1 is 95 % full.",
                     *         "priority": "text",
                     *         "tags": "text"
                     *       },
                     *       "lifecycle": {
                     *         "key": "text",
                     *         "status": "text",
                     *         "autoResolveSeconds": 60
                     *       },
                     *       "slug": "production-alerts",
                     *       "managedBy": "document",
                     *       "drift": true,
                     *       "channels": [
                     *         {
                     *           "channelId": "ch_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *           "enabled": true,
                     *           "filter": {
                     *             "priority": {
                     *               "gte": 4
                     *             }
                     *           },
                     *           "answers": true
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "updatedAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The version in If-Match is not the current one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postOrganizationsOrganizationIdWebhooksWebhookIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example org_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                organizationId: string;
                /**
                 * @description A prefix that says what it names, and a ULID.
                 * @example wh_01KAG20RM0ABCDEFGHJKMNPQR0
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": {
                 *         "title": "Disk full",
                 *         "priority": 4
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A JSON object, or the text of a body of any type; absent: a sample of what the preset reads. */
                    body?: {
                        [key: string]: unknown;
                    } | string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0"
                     *     }
                     */
                    "application/json": components["schemas"]["Sent"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No credential, or one that proves nothing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role is too low. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not there, or not yours. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many changes of the same resource at the same time. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer <API_KEY>`, where the webhook requires a key. */
                authorization?: string;
                /** @description The same key with the same body within 24 hours is the same message, and the same answer. */
                "idempotency-key"?: string;
                /** @description Plain text only: 1 to 5. */
                "x-priority"?: string;
                /** @description Plain text only: comma-separated tags. */
                "x-tags"?: string;
                /** @description Plain text only: the title. */
                "x-title"?: string;
            };
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full on web-1",
                 *       "message": "The disk of web-1 is 95 % full.",
                 *       "priority": 4,
                 *       "tags": [
                 *         "disk",
                 *         "prod"
                 *       ],
                 *       "payload": {
                 *         "host": "web-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Notification"];
                /** @example text */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0"
                     *     }
                     */
                    "application/json": components["schemas"]["Sent"];
                };
            };
            /** @description `Invalid JSON body` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Invalid API key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Webhook is disabled` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Method not allowed`: what any other method is told. */
            405: {
                headers: {
                    /** @description The one there is. */
                    Allow?: "POST";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Payload too large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "limit": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PayloadTooLarge"];
                };
            };
            /** @description `Message quota exceeded` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "limit": 1,
                     *       "usage": 1,
                     *       "plan": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceeded"];
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Loop detected`: it was here before, was forwarded too often, or its copies went to too many channels. Final. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "reason": "no filter: everything matches"
                     *     }
                     */
                    "application/json": components["schemas"]["LoopDetected"];
                };
            };
        };
    };
    "alertmanager-post-api-v2-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "labels": {
                 *           "alertname": "DiskFull",
                 *           "instance": "web-1",
                 *           "severity": "critical"
                 *         },
                 *         "annotations": {
                 *           "summary": "95 % of /var"
                 *         },
                 *         "generatorURL": "http://prometheus.example/graph"
                 *       }
                 *     ]
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "apprise-post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full",
                 *       "body": "95 % of /var",
                 *       "type": "failure",
                 *       "tag": "ops"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "apprise-post-notify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full",
                 *       "body": "95 % of /var",
                 *       "type": "failure",
                 *       "tag": "ops"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "apprise-post-notify-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                key: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full",
                 *       "body": "95 % of /var",
                 *       "type": "failure",
                 *       "tag": "ops"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    ask: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer <API_KEY>`, where the webhook requires a key. */
                authorization?: string;
                /** @description The same key with the same body within 24 hours is the same message, and the same answer. */
                "idempotency-key"?: string;
                /** @description Plain text only: 1 to 5. */
                "x-priority"?: string;
                /** @description Plain text only: comma-separated tags. */
                "x-tags"?: string;
                /** @description Plain text only: the title. */
                "x-title"?: string;
            };
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full on web-1",
                 *       "message": "The disk of web-1 is 95 % full.",
                 *       "priority": 4,
                 *       "tags": [
                 *         "disk",
                 *         "prod"
                 *       ],
                 *       "payload": {
                 *         "host": "web-1"
                 *       },
                 *       "ask": {
                 *         "options": [
                 *           {
                 *             "id": "wh_01KAG20RM0ABCDEFGHJKMNPQR0",
                 *             "label": "text",
                 *             "style": "primary"
                 *           }
                 *         ],
                 *         "text": true,
                 *         "expiresIn": 30,
                 *         "onExpiry": "text",
                 *         "approvers": [
                 *           "text"
                 *         ],
                 *         "taskToken": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AskingNotification"];
            };
        };
        responses: {
            /** @description Asked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messageId": "msg_01KAG20RM0ABCDEFGHJKMNPQR0",
                     *       "askId": "text",
                     *       "answerUrl": "https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT",
                     *       "expiresAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Asked"];
                };
            };
            /** @description `Invalid JSON body`, `Invalid ask` or `No channel can answer` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "details": [
                     *         {
                     *           "path": "text",
                     *           "message": "The disk of web-1 is 95 % full."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidAsk"];
                };
            };
            /** @description `Invalid API key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Webhook is disabled`, or `Asking requires a webhook that requires its key` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["AnswerError"];
                };
            };
            /** @description `Not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Method not allowed`: what any other method is told. */
            405: {
                headers: {
                    /** @description The one there is. */
                    Allow?: "POST";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Payload too large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "limit": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PayloadTooLarge"];
                };
            };
            /** @description `Message quota exceeded` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "limit": 1,
                     *       "usage": 1,
                     *       "plan": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceeded"];
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Loop detected`: it was here before, was forwarded too often, or its copies went to too many channels. Final. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "reason": "no filter: everything matches"
                     *     }
                     */
                    "application/json": components["schemas"]["LoopDetected"];
                };
            };
        };
    };
    "discord-post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Disk full",
                 *       "embeds": [
                 *         {
                 *           "title": "web-1",
                 *           "description": "95 % of /var"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "discord-patch-messages-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01KAG20RM0ABCDEFGHJKMNPQR0 */
                id: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Disk full",
                 *       "embeds": [
                 *         {
                 *           "title": "web-1",
                 *           "description": "95 % of /var"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "gotify-post-message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full",
                 *       "message": "95 % of /var",
                 *       "priority": 8
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topic": "ops",
                 *       "title": "Disk full",
                 *       "message": "95 % of /var",
                 *       "priority": 4,
                 *       "tags": [
                 *         "warning"
                 *       ]
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topic": "ops",
                 *       "title": "Disk full",
                 *       "message": "95 % of /var",
                 *       "priority": 4,
                 *       "tags": [
                 *         "warning"
                 *       ]
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-put-topic": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example 95 % of /var */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-post-topic": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example 95 % of /var */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-put-topic-sequence_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                sequence_id: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example 95 % of /var */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-post-topic-sequence_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                sequence_id: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example 95 % of /var */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-get-topic-publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-get-topic-send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-get-topic-trigger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
                /** @example text */
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-get-publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-get-send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "ntfy-get-trigger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "opsgenie-post-v2-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Disk full",
                 *       "alias": "disk",
                 *       "description": "95 % of /var",
                 *       "priority": "P1",
                 *       "tags": [
                 *         "prod"
                 *       ]
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "opsgenie-post-v2-alerts-id-acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01KAG20RM0ABCDEFGHJKMNPQR0 */
                id: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "freed 3 GB",
                 *       "user": "ann"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "opsgenie-post-v2-alerts-id-close": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01KAG20RM0ABCDEFGHJKMNPQR0 */
                id: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "freed 3 GB",
                 *       "user": "ann"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "opsgenie-put-v2-alerts-id-description": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01KAG20RM0ABCDEFGHJKMNPQR0 */
                id: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Disk full"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "opsgenie-put-v2-alerts-id-message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01KAG20RM0ABCDEFGHJKMNPQR0 */
                id: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Disk full"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "opsgenie-post-v2-alerts-id-notes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wh_01KAG20RM0ABCDEFGHJKMNPQR0 */
                id: string;
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "freed 3 GB",
                 *       "user": "ann"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    "pagerduty-post-v2-enqueue": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_action": "trigger",
                 *       "dedup_key": "disk/web-1",
                 *       "payload": {
                 *         "summary": "Disk full",
                 *         "source": "web-1",
                 *         "severity": "critical"
                 *       }
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
    sendSlackNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description `Bearer <API_KEY>`, where the webhook requires a key. */
                authorization?: string;
                /** @description The same key with the same body within 24 hours is the same message, and the same answer. */
                "idempotency-key"?: string;
                /** @description Plain text only: 1 to 5. */
                "x-priority"?: string;
                /** @description Plain text only: comma-separated tags. */
                "x-tags"?: string;
                /** @description Plain text only: the title. */
                "x-title"?: string;
            };
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Disk full on web-1",
                 *       "message": "The disk of web-1 is 95 % full.",
                 *       "priority": 4,
                 *       "tags": [
                 *         "disk",
                 *         "prod"
                 *       ],
                 *       "payload": {
                 *         "host": "web-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Notification"];
                /**
                 * @example {
                 *       "payload": "text"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The JSON text of the body. */
                    payload: string;
                };
            };
        };
        responses: {
            /** @description Stored; the body is `ok`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description `Invalid JSON body` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Invalid API key` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Webhook is disabled` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Not found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Method not allowed`: what any other method is told. */
            405: {
                headers: {
                    /** @description The one there is. */
                    Allow?: "POST";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Payload too large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "limit": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PayloadTooLarge"];
                };
            };
            /** @description `Message quota exceeded` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "limit": 1,
                     *       "usage": 1,
                     *       "plan": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaExceeded"];
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    /** @description Seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["SendError"];
                };
            };
            /** @description `Loop detected`: it was here before, was forwarded too often, or its copies went to too many channels. Final. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Not found",
                     *       "reason": "no filter: everything matches"
                     *     }
                     */
                    "application/json": components["schemas"]["LoopDetected"];
                };
            };
        };
    };
    "teams-post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 21 characters of `A-Za-z0-9_-`. Secret.
                 * @example V1StGXR8_Z5jdHi6B-myT
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "@type": "MessageCard",
                 *       "title": "Disk full",
                 *       "text": "95 % of /var"
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Stored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not what this product sends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The webhook is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description No such webhook, or no such call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The quota is used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification could not be stored. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The notification was forwarded too often. */
            508: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
        };
    };
}
