"""The ways around a proxy that a page may try from inside the browser."""

import asyncio
import socket

import pytest

from tests.browser.conftest import Web

pytestmark = pytest.mark.asyncio(loop_scope="module")

WEBRTC = """<html><title>Calls</title><body><p id="state">calling</p><script>
const peer = new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:%d"}]});
peer.createDataChannel("x");
peer.onicegatheringstatechange = () => { state.textContent = "gathering " + peer.iceGatheringState; };
peer.createOffer().then(offer => peer.setLocalDescription(offer));
</script></body></html>"""

FETCHES = """<html><title>Fetches</title><body><p id="state">fetching</p>
<img src="%(url)s/answer"><iframe src="%(url)s/answer"></iframe><script src="%(url)s/answer"></script>
<script>
Promise.allSettled([
  fetch("%(url)s/answer", {mode: "no-cors"}), fetch("%(name)s/answer", {mode: "no-cors"}),
  new Promise(done => { const s = new WebSocket("%(socket)s/answer"); s.onclose = s.onerror = done; }),
]).then(() => { state.textContent = "finished"; });
navigator.sendBeacon("%(url)s/answer", "x");
</script></body></html>"""


async def read(web: Web, html: str, until: str) -> str:
    from tests.browser import site

    site.PAGES["/test"] = html
    tools = {tool.name: tool.tool for tool in await web.browser.tools(web.servers)}
    await tools["browser_navigate"].ainvoke({"url": f"{web.site.url}/test"})
    return str(await tools["browser_wait_for"].ainvoke({"text": until}))


async def test_webrtc_does_not_go_around_the_proxy(web: Web) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.setblocking(False)
        assert "gathering complete" in await read(
            web, WEBRTC % listener.getsockname()[1], "gathering complete"
        )
        with pytest.raises(BlockingIOError):
            listener.recv(1000)


async def test_nothing_in_a_page_reaches_a_private_address(web: Web) -> None:
    """Pictures, frames, scripts, fetches, beacons and sockets: all of them ask the proxy, which says no."""
    url = web.private.url
    addresses = {
        "url": url,
        "name": url.replace("127.0.0.1", "localhost"),
        "socket": url.replace("http", "ws"),
    }
    assert "finished" in await read(web, FETCHES % addresses, "finished")
    await asyncio.sleep(0.2)  # a beacon may still be on its way
    assert web.private.server.requests == []
    assert any("localhost" in host for host in web.browser.proxy.refused)
